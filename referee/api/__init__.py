"""The network interface: parsers, schemas, views and addresses, all thin."""
