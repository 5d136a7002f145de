"""One benchmark a folder: data, flow and score together, and the tables they make."""
