"""The network interface: serializers, views and addresses, all thin."""
