import minelab as ml
from minelab.lab.progress import measure


def test_the_moves_of_a_game_are_counted_by_method_and_tenth():
    table = measure("charles", 8, 0.25, boards=4)
    games = ml.play_many("charles", 8, 8, mines=16, games=4, seed=1)
    for seed, part in table.groupby("board_seed"):
        (game,) = games[games["board_seed"] == seed].to_dict("records")
        proved = part.groupby("method")["moves"].sum()
        assert part["moves"].sum() == 64
        assert proved["guess"] == game["guesses"]
        assert proved["single"] == game["deduced_single"]
    assert set(table["tenth"]) == set(range(10))


def test_a_game_begins_with_a_guess():
    first = measure("basic", 8, 0.25, boards=4).query("tenth == 0 and method == 'guess'")
    assert len(first) == 4
