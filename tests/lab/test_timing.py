from minelab.lab.timing import measure, seconds


def test_both_forms_are_timed_on_blocks_of_the_same_boards():
    table = measure(["basic", "corners"], 8, 0.2, boards=3)
    blocks = table.groupby(["agent", "form"])["block"].apply(list)
    assert len(blocks) == 4 and all(some == [0, 1, 2] for some in blocks)
    assert (table["seconds"] > 0).all()
    median = table.groupby("form")["seconds"].median()
    assert median["readable"] > 20 * median["engine"]


def test_the_least_time_of_some_tries_is_taken():
    sizes = iter([300_000, 1000, 300_000])
    least = seconds(lambda: sum(range(next(sizes))), repeats=3)
    assert least < seconds(lambda: sum(range(300_000)), repeats=1)
