import re
from xml.etree import ElementTree

import numpy as np
import pytest

import minelab as ml
from minelab.display.draw import caption, ending, seen_after, telling_turns
from minelab.display.palette import colour, risk_colour
from minelab.display.pen import GLYPHS, number, png, scaled
from minelab.games.explain import Marks
from minelab.inference.reasons import Constraint, Deduction, Guess, Step, Supposition

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def view():
    return ml.View(np.array([[1, -1, 2, -1], [-1, -2, -3, 3], [0, 1, -1, -1]], np.int8))


@pytest.fixture(scope="module")
def record():
    return ml.play(ml.Board.random(10, 10, mines=20, seed=7), "basic", seed=0)


def parts(picture, tag):
    return list(ElementTree.fromstring(picture.svg).iter(SVG + tag))


def texts(picture):
    return [node.text for node in parts(picture, "text")]


def fills(picture):
    return {node.get("fill") for node in parts(picture, "path")}


def n_squares(picture, fill):
    paths = [node.get("d") for node in parts(picture, "path") if node.get("fill") == fill]
    return sum(path.lower().count("z") for path in paths)


def test_every_state_of_a_cell_is_drawn(view):
    picture = ml.draw(view, coordinates=False)
    assert sorted(texts(picture)) == ["1", "1", "2", "3"]  # a 0 is blank
    assert n_squares(picture, colour("covered")) == 6  # five covered cells and the flag
    assert n_squares(picture, colour("open")) == 5
    assert n_squares(picture, colour("blast")) == 1
    assert n_squares(picture, colour("flag")) == 1
    assert n_squares(picture, colour("scope")) == n_squares(picture, colour("why")) == 0


def test_a_picture_is_opaque_and_well_formed(view):
    picture = ml.draw(view)
    ground = parts(picture, "rect")[0]
    assert ground.get("fill") == colour("surface")
    assert int(ground.get("width")) == picture.width


def test_a_picture_has_no_ids_classes_or_styles_that_could_clash(record):
    for picture in (ml.draw(record.view(50), reason=record.turns[49].reason), ml.strip(record)):
        assert not re.search(r'\b(id|class|style|href)="', picture.svg)


def test_equal_positions_give_equal_text(record):
    assert ml.draw(record.view(50)).svg == ml.draw(record.view(50)).svg
    assert ml.draw(record.view(50))._repr_mimebundle_() == record.view(50)._repr_mimebundle_()


def test_coordinates_number_rows_and_columns_and_the_move_stands_out(view):
    picture = ml.draw(view, reason=Guess((1, 0)))
    bold = [n.text for n in parts(picture, "text") if n.get("font-weight") == "700"]
    assert bold == ["0", "1"]  # column, then row
    assert len(texts(picture)) == len(texts(ml.draw(view, coordinates=False))) + 4 + 3


def test_a_reason_marks_the_move_its_clues_and_their_cells():
    view = ml.View.parse("1 2 1\n? ? ?")
    a = Constraint(frozenset({(1, 0), (1, 1)}), 1, (0, 0))
    b = Constraint(frozenset({(1, 0), (1, 1), (1, 2)}), 2, (0, 1))
    proof = Deduction((1, 2), True, "subset", (a, b))
    assert Marks.of(proof) == Marks(
        move=(1, 2), why=((0, 0), (0, 1)), scope=frozenset({(1, 0), (1, 1)}), lettered=True
    )
    picture = ml.draw(view, reason=proof, coordinates=False)
    assert {"A", "B"} < set(texts(picture))
    assert n_squares(picture, colour("why")) == 2
    assert n_squares(picture, colour("scope")) == 2
    rings = [r for r in parts(picture, "rect") if r.get("stroke") == colour("move")]
    assert len(rings) == 1
    assert "the move is (1,\N{NO-BREAK SPACE}2), because of the clues at" in picture.alt


def test_clues_are_found_through_what_was_derived_from_them():
    a = Constraint(frozenset({(1, 0)}), 1, (0, 0))
    derived = Constraint(frozenset({(1, 1)}), 0, because=(a, Constraint(frozenset(), 0, (0, 1))))
    assert Marks.of(Deduction((1, 1), False, "subset", (derived,))).why == ((0, 0), (0, 1))


def test_the_total_is_no_cell_to_point_at():
    total = Constraint(frozenset({(1, 0), (1, 1)}), 0)
    assert Marks.of(Deduction((1, 1), False, "total", (total,))) == Marks(move=(1, 1))


def test_a_supposition_is_violet():
    clue = Constraint(frozenset({(1, 0), (1, 1)}), 1, (0, 0))
    broken = Constraint(frozenset({(1, 1), (1, 2)}), 2, (0, 1))
    steps = (Step(clue, ((1, 0),), False), Step(clue, ((1, 2),), True))
    proof = Deduction((1, 1), False, "refute", (), (Supposition((1, 1), True, steps, (broken,)),))
    shown = Marks.of(proof)
    assert (shown.supposed, shown.broken, dict(shown.then)) == (
        ((1, 1),), (0, 1), {(1, 0): False, (1, 2): True},
    )  # fmt: skip
    picture = ml.draw(ml.View.parse("1 2 1\n? ? ?"), reason=proof, coordinates=False)
    violet = [n for n in parts(picture, "path") if n.get("stroke") == colour("supposed")]
    assert len(violet) == 3  # a mine, a safe cell, the cross at the broken clue
    (dashes,) = (n for n in parts(picture, "rect") if n.get("stroke-dasharray"))
    assert dashes.get("stroke") == colour("supposed")
    assert "?" not in texts(picture)  # the move itself is supposed
    other = Marks(supposed=((1, 0),))
    assert "?" in texts(ml.draw(ml.View.parse("1 2 1\n? ? ?"), reason=other))


def test_two_suppositions_show_only_what_both_prove():
    clue = Constraint(frozenset({(1, 0)}), 1, (0, 0))
    mined = Supposition((1, 1), True, (Step(clue, ((1, 0),), True), Step(clue, ((1, 3),), True)))
    safe = Supposition((1, 1), False, (Step(clue, ((1, 0),), False), Step(clue, ((1, 3),), True)))
    shown = Marks.of(Deduction((1, 2), True, "assume", (), (mined, safe)))
    assert shown.supposed == ((1, 1),)
    assert dict(shown.then) == {(1, 3): True}


def test_the_truth_shows_covered_mines_and_strikes_wrong_flags(view):
    mines = np.zeros((3, 4), bool)
    mines[0, 1] = mines[1, 2] = True
    picture = ml.draw(view, truth=ml.Board(mines))
    (grey,) = parts(picture, "g")[-1:]
    assert [g.get("opacity") for g in parts(picture, "g") if g.get("opacity")] == ["0.5"]
    assert grey[0].get("d").count("M") == 1  # the blast is not shown twice
    plain = ml.draw(view)
    assert len(parts(picture, "path")) == len(parts(plain, "path")) + 4  # mine and strike


def test_risk_is_a_colour_and_whole_percent_that_never_rounds_to_certain(view):
    risk = np.full((3, 4), np.nan)
    risk[0, 1], risk[0, 3], risk[1, 0], risk[2, 2] = 0, 1, 0.001, 0.999
    picture = ml.draw(view, risk=risk, coordinates=False)
    assert {"0", "100", "1", "99"} <= set(texts(picture))
    for chance in (0, 1, 0.1, 0.9):
        assert risk_colour(chance) in fills(picture)
    assert len(parts(picture, "circle")) == 1  # the dot under 0
    small = ml.draw(view, risk=risk, coordinates=False, cell=20)
    assert "99" not in texts(small)  # no numerals under 24 pixels


def test_a_board_shows_everything():
    picture = ml.draw(ml.Board.parse("1M2\n24M\nM3M"), coordinates=False)
    assert sorted(texts(picture)) == ["1", "2", "2", "3", "4"]
    assert parts(picture, "g")[-1].get("opacity") == "0.5"
    gold = ml.draw(ml.Board.parse("g0\n00"))
    assert colour("gold") in fills(gold)


def test_a_game_shows_what_its_player_sees():
    game = ml.Game(ml.Board.parse("1M2\n24M\nM3M"))
    game.open((0, 0))
    assert ml.draw(game).svg == ml.draw(game.view).svg


@pytest.mark.parametrize(
    ("rows", "cols", "cell"),
    [(5, 5, 44), (9, 9, 40), (10, 10, 38), (12, 12, 34), (16, 16, 28), (20, 20, 26),
     (16, 30, 28), (30, 30, 18)],
)  # fmt: skip
def test_large_boards_have_small_cells(rows, cols, cell):
    picture = ml.draw(ml.View(np.full((rows, cols), -1)), coordinates=False)
    assert picture.width == cols * cell + 16


def test_huge_boards_are_one_image_of_sane_size():
    board = ml.Board(np.random.default_rng(0).random((300, 400)) < 0.2)
    picture = ml.draw(board)
    assert picture.width <= 1000 and len(picture.svg) < 60_000
    assert "data:image/png;base64," in picture.svg and not texts(picture)
    assert ml.draw(ml.View(np.full((60, 60), -1)), reason=Guess((3, 3))).svg.count("<rect") == 3


def test_a_png_has_one_pixel_a_cell():
    from io import BytesIO

    from matplotlib.image import imread

    image = imread(BytesIO(png(np.array([[0, 1, 1]], np.uint8), ["#FF0000", "#0000FF"])))
    assert image[..., :3].tolist() == [[[1, 0, 0], [0, 0, 1], [0, 0, 1]]]


@pytest.mark.parametrize("name", GLYPHS)
def test_a_glyph_scaled_by_one_at_the_origin_is_itself(name):
    def numbers(path):
        return [float(x) for x in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path)]

    for path, _, _ in GLYPHS[name]:
        assert numbers(scaled(path, 1, 0, 0)) == numbers(path)
        big = numbers(scaled(path, 2, 10, 20))
        assert big[:2] == [2 * numbers(path)[0] + 10, 2 * numbers(path)[1] + 20]
        assert big[2:] == pytest.approx([2 * x for x in numbers(path)[2:]], abs=0.005)


def test_numbers_are_short():
    assert [number(x) for x in (2.0, 0.5, -0.001, 1 / 3)] == ["2", "0.5", "0", "0.33"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"cell": 0}, "cell must be a whole number"),
        ({"risk": np.zeros((2, 2))}, r"risk must have shape \(3, 4\)"),
        ({"risk": np.full((3, 4), 2.0)}, "risk must be from 0 to 1"),
        ({"risk": {}}, r"risk must be a table of 3 x 4 numbers, not \{\}"),
        ({"reason": "x"}, "reason must be a Deduction, a Guess or Marks, not 'x'"),
        ({"reason": ml.Guess((9, 9))}, r"cell \(9, 9\) is off the board"),
        ({"coordinates": "no"}, "coordinates must be True or False, not 'no'"),
        ({"truth": ml.Board.parse("M")}, "truth must be a 3 x 4 Board"),
    ],
)
def test_bad_arguments_are_named(view, arguments, message):
    with pytest.raises(ValueError, match=message):
        ml.draw(view, **arguments)


def test_the_turns_of_a_film_strip_and_the_name_of_its_file_are_checked(tmp_path):
    record = ml.play(ml.Board.parse("1M2\n24M\nM3M"), "basic")
    with pytest.raises(ValueError, match="turns must be a list of numbers of turns, not 5"):
        ml.strip(record, 5)
    with pytest.raises(ValueError, match="path must be the name of a file, not 5"):
        ml.strip(record).save(5)
    with pytest.raises(ValueError, match="path must be the name of a file, not None"):
        ml.player(record).save(None)


def test_pictures_are_saved_as_svg(view, tmp_path):
    picture = ml.draw(view)
    picture.save(tmp_path / "view.svg")
    assert (tmp_path / "view.svg").read_text(encoding="utf-8") == picture.svg
    with pytest.raises(ValueError, match="path must end in .svg"):
        picture.save(tmp_path / "view.png")


def test_a_strip_tells_the_story_of_a_game(record):
    picture = ml.strip(record)
    titles = [text for text in texts(picture) if text.startswith("Turn ") or text == "End"]
    assert titles[:2] == ["Turn 1", "Turn 2"] and titles[-1] == "End"
    assert len(titles) == 5
    assert picture.alt.startswith("Film strip of basic, 10 rows, 10 columns.")
    rings = [r for r in parts(picture, "rect") if r.get("stroke") == colour("move")]
    assert len(rings) == 4  # none on the end


def test_a_strip_shows_the_turns_that_were_asked_for(record):
    titles = [text for text in texts(ml.strip(record, [3, 40])) if text.startswith("Turn")]
    assert titles == ["Turn 3", "Turn 40"]
    with pytest.raises(ValueError, match="turns must be a whole number from 1"):
        ml.strip(record, [0])
    with pytest.raises(ValueError, match="at least one turn"):
        ml.strip(record, [])


def test_more_than_five_boards_take_two_rows(record):
    one, two = ml.strip(record, range(1, 6)), ml.strip(record, range(1, 8))
    assert one.width == two.width and two.height > 1.8 * one.height


def test_telling_turns_hold_each_method_and_the_blasts(record):
    turns = telling_turns(record)
    assert {record.turns[n - 1].method for n in turns} == {"guess", "single"}
    blasts = [t.number for t in record.turns if any(o.code == -3 for o in t.observations)]
    assert blasts[0] in turns


def test_captions_are_short_and_without_coordinates(record):
    words = [caption(turn, view) for view, turn in record.replay()]
    assert max(len(text.split()) for text in words) <= 12
    assert not any("(" in text for text in words)
    assert "a guess hits a mine" in words
    assert len(ending(record).split()) <= 12


@pytest.mark.parametrize("method", ["subset", "pairs", "assume", "refute", "groups", "own"])
@pytest.mark.parametrize("is_mine", [True, False])
def test_every_method_has_a_caption(method, is_mine):
    turn = ml.Turn(1, Deduction((0, 1), is_mine, method))
    assert 2 <= len(caption(turn, ml.View.parse("1?")).split()) <= 12


def test_what_is_seen_after_a_turn_is_what_the_game_shows(record):
    for view, turn in list(record.replay())[::7]:
        assert seen_after(view, turn) == record.view(turn.number)


def test_a_strip_of_a_lost_game_shows_where_the_mines_were():
    board = ml.Board.parse("1M2\n24M\nM3M")
    record = ml.play(board, "random", seed=1, rules=ml.CLASSIC, engine=False)
    assert "lost after" in ml.strip(record).alt or "won after" in ml.strip(record).alt
    assert 'opacity="0.5"' in ml.strip(record).svg
