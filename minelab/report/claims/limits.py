"""What vague words mean, in numbers, the same for all reports."""

LITTLE, CLOSE, SLIGHTLY, STRONGLY = 0.01, 0.02, 0.03, 0.05
"""Of the score. Close: the same. Slightly: a little. Strongly: large, greatly, significantly."""
NOTICEABLY, MUCH_SLOWER, NEAR_IN_COST = 1.1, 2.0, 2.0
"""How many times as much time or work."""
MOSTLY, MUCH, ALMOST_ALWAYS = 0.5, 0.5, 0.9
"""Shares of all cases."""
NEAR, ABOUT, WIDE = 0.05, 0.25, 0.5
"""Near a density or a half; about a printed number, and an interval too wide for one, as shares."""
TOLERANCE = 0.25
"""A verdict is borderline if it changes with a threshold of ours this much larger or smaller."""
