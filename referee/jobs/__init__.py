"""Work beside requests: one table of jobs, and one runner in each server process that does them.

Why our own: the database backend of django-tasks needs a worker process beside the server, and
leaves what a killed worker was at "running" for ever. huey keeps its queue in a database of its
own, apart from the transaction that asks, and loses what ran when it is killed. Here a job is a
row, written with the change that needs it; whoever does it renews its hold on the row, so that
after a kill it is anybody's.
"""
