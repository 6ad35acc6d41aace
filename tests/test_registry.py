"""Plug-ins: found by walking a folder, described by their signature, refusing wrong values in a
sentence.
"""

from typing import Annotated

import pytest

from rcr import registry
from rcr.model import ModelError
from rcr.registry import Between, Choice, Parameter, Plugin, Switch, plugin
from rcr.registry.facts import GeneratorFacts, HeuristicFacts

PLUGIN = '''
from typing import Annotated
from rcr.registry import Between, plugin

@plugin("generator", data_and_network=len)
def my_toy_(*, size: Annotated[int, Between(1, 9, "how big")] = 3):
    """A toy of some size.

    It does nothing.
    """
    return "x" * size
'''


def example() -> Plugin:
    @plugin("generator", data_and_network=str)
    def example(
        word,
        *,
        times: Annotated[int, Between(0, 5, "repetitions")] = 2,
        weight: Annotated[float, Between(0.5, 1, "weight")] = 1.0,
        case: Annotated[str, Choice(("upper", "lower"), "letters")] = "upper",
        twice: Annotated[bool, Switch("say it again")] = False,
    ):
        """Repeat a word."""
        return getattr(word, case)() * times * (1 + twice), weight

    assert example("a", times=1) == ("A", 1.0), "the decorated function stays a plain function"
    return registry.get("generator", "example")


def test_a_plugin_file_travels_with_its_text(tmp_path):
    path = tmp_path / "toy.py"
    path.write_text(PLUGIN, encoding="utf-8")
    sent = registry.PluginFile.read(str(path))
    assert sent.digest != registry.PluginFile(str(path), PLUGIN + "\n").digest
    path.unlink()
    sent.load()
    assert registry.get("generator", "my-toy")(size=2) == "xx"
    path.write_text(PLUGIN.replace('"x" * size', '"y" * size'), encoding="utf-8")
    sent.load()
    assert registry.get("generator", "my-toy")(size=2) == "xx", "the file here is another by now"


def test_a_word_on_the_command_line_is_read_in_the_parameters_own_type():
    words = {"times": "4", "weight": "0.5", "case": "lower", "twice": "True"}
    read = {p.name: p.read(words[p.name]) for p in example().parameters}
    assert read == {"times": 4, "weight": 0.5, "case": "lower", "twice": True}
    [switch] = [p for p in example().parameters if p.name == "twice"]
    assert switch.read("false") is False
    with pytest.raises(ModelError, match="twice is on or off"):
        switch.read("yes")


def test_a_signature_becomes_a_form():
    found = example()
    assert (found.kind, found.name, found.summary, found.facts) == (
        "generator",
        "example",
        "Repeat a word.",
        GeneratorFacts(data_and_network=str),
    )
    assert found.parameters == (
        Parameter("times", int, 2, Between(0, 5, "repetitions")),
        Parameter("weight", float, 1.0, Between(0.5, 1, "weight")),
        Parameter("case", str, "upper", Choice(("upper", "lower"), "letters")),
        Parameter("twice", bool, False, Switch("say it again")),
    )


def test_a_call_fills_in_defaults_and_converts():
    assert example()("ab") == ("ABAB", 1.0)
    assert example()("ab", times="3", weight="0.5", case="lower", twice=True) == (
        "abababababab",
        0.5,
    )


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"times": 6}, "times must lie between 0 and 5, not 6"),
        ({"times": -1}, "times must lie between 0 and 5, not -1"),
        ({"times": "many"}, "times must be a whole number from 0 to 5, not 'many'"),
        ({"times": None}, "times must be a whole number from 0 to 5, not None"),
        ({"times": float("inf")}, "times must be a whole number from 0 to 5, not inf"),
        ({"weight": float("nan")}, "weight must lie between 0.5 and 1, not nan"),
        ({"case": "title"}, "case must be one of upper, lower, not 'title'"),
        (
            {"colour": 1},
            "generator example has no parameter 'colour'; it takes: times, weight, case, twice",
        ),
    ],
)
def test_wrong_values_get_a_sentence(values, sentence):
    with pytest.raises(ModelError, match=f"^{sentence}$"):
        example()("ab", **values)


def test_a_plug_in_without_parameters_says_so():
    @plugin("generator")
    def bare():
        """Nothing to choose."""

    with pytest.raises(ModelError, match="has no parameter 'seed'; it takes: none"):
        registry.get("generator", "bare")(seed=1)


def test_a_parameter_needs_its_range():
    with pytest.raises(TypeError, match="careless: parameter size needs Annotated"):

        @plugin("generator")
        def careless(*, size: int = 3):
            """No range given."""


def test_facts_have_types_and_names():
    @plugin("recovery", batch=2)
    def hasty():
        """Two at a time."""

    assert registry.get("recovery", "hasty").facts == HeuristicFacts(batch=2)
    with pytest.raises(
        TypeError, match="recovery slow cannot declare 'pace'; what it can declare: start, batch"
    ):

        @plugin("recovery", pace=2)
        def slow():
            """A fact that nobody knows."""

    with pytest.raises(TypeError, match="peer other must declare tasks"):

        @plugin("peer")
        def other():
            """A fact that is missing."""


def test_the_folder_is_the_list():
    assert "grid" in registry.plugins("generator")


def test_an_unknown_name_gets_the_list():
    with pytest.raises(ModelError, match=r"there is no generator called 'gird'; there are: .*grid"):
        registry.get("generator", "gird")


def test_a_file_of_the_user_s_own(tmp_path):
    file = tmp_path / "toy.py"
    file.write_text(PLUGIN)
    registry.load_file(file)
    found = registry.get("generator", "my-toy")
    assert found.summary == "A toy of some size."
    assert found.facts.data_and_network is len
    assert found(size=4) == "xxxx"


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("none.py", None, "no such plug-in file"),
        ("toy.txt", PLUGIN, "a plug-in is a Python file that ends in .py"),
        ("toy.py", "def", "the plug-in does not load: SyntaxError: "),
        ("toy.py", "1 / 0", "the plug-in does not load: ZeroDivisionError: division by zero"),
    ],
)
def test_a_file_that_is_no_plug_in(tmp_path, name, text, sentence):
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(ModelError) as caught:
        registry.load_file(tmp_path / name)
    assert str(caught.value).startswith(f"{tmp_path / name}: {sentence}")
