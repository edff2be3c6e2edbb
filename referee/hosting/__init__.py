"""What SushiScore runs on: the data folder, databases, the network, logs and measurements."""
