"""What is ruled and written down about a decision: clock, fault, penalty, record, replay."""
