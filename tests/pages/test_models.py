"""The Models page without a browser: choose, generate, load, observe, edit, undo, and take the
model along to Explore.
"""

from __future__ import annotations

import gzip
from threading import Event

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from rcr import Model, bundle, generate
from rcr.engines.circuit import Circuit
from rcr.formats import load_model_text, save_model
from rcr.formats.haplotypes import load_haplotypes_text, save_haplotypes
from rcr.generators.haplotype import data_and_network
from rcr.models.editing import coupling
from rcr.models.origin import ModelItself, SampleOrigin
from rcr.models.samples import samples
from rcr.reference.exact import exact_cost, exact_value
from rcr.relaxation import ClonedModel, Relaxation
from rcr.text.numbers import fixed
from rcr.ui import background_work
from rcr.ui.compare.sidebar import CURRENT
from rcr.ui.models import load, own_haplotypes
from rcr.ui.models.downloads import saved
from tests.haste import slow_after_the_first

TWO = "MARKOV 2 2 2 1 2 0 1 4 1 2 2 1"
ONE_BAD_ENTRY = "MARKOV\n2\n2 2\n1\n2 0 1\n4\n 1 two\n 2 1\n"


@pytest.fixture
def app() -> AppTest:
    """The app with the page Models open."""
    at = AppTest.from_file(str(bundle.root() / "app.py"), default_timeout=120).run()
    return at.switch_page("pages/models.py").run()


def section(at: AppTest, name: str) -> AppTest:
    return at.segmented_control(key="models:section").set_value(name).run()


def press(at: AppTest, label: str) -> None:
    next(button for button in at.button if button.label == label).click().run()
    assert not at.exception


def current(at: AppTest) -> Model:
    return at.session_state.visitor.models.bench.draft.model


def title(at: AppTest) -> str:
    return at.session_state.visitor.models.bench.draft.title


def metrics(at: AppTest) -> dict[str, str]:
    return {metric.label: metric.value for metric in at.metric}


def mpe(model: Model) -> float:
    return exact_value(ClonedModel(model), sums=False)


def test_the_gallery_shows_every_sample_and_the_lesson_of_the_chosen_one(app):
    shown = {button.label for button in app.button}
    assert {sample.title for sample in samples().values()} <= shown
    for name in ("parity-checks", "haplotype"):
        press(app, samples()[name].title)
        assert current(app).digest == samples()[name].load().digest
        assert samples()[name].lesson in {text.value for text in app.markdown}
        assert str(samples()[name].call) in {code.value for code in app.code}


def test_explore_this_takes_a_sample_along_by_its_own_entry(app):
    press(app, samples()["ties"].title)
    press(app, "Explore this")
    assert app.session_state.visitor.explore.run.model.digest == samples()["ties"].load().digest
    assert app.session_state.visitor.explore.run.origin == SampleOrigin("ties")
    assert next(box for box in app.selectbox if box.label == "Model").value == "ties"


def test_compare_on_this_takes_an_observed_model_along(app):
    section(app, "Inspect")
    app.pills[0].set_value(1).run()
    press(app, "Compare on this")
    assert app.session_state.visitor.explore.run.model.evidence == {0: 1}
    assert next(box for box in app.multiselect if box.label == "Models").value == [CURRENT]


def test_a_model_chosen_on_explore_is_the_current_one_here(app):
    app.switch_page("pages/explore.py").run()
    next(box for box in app.selectbox if box.label == "Model").set_value("triangle").run()
    app.switch_page("pages/models.py").run()
    assert title(app) == samples()["triangle"].title


@pytest.mark.slow
def test_generate_shows_the_seed_and_makes_what_the_generator_makes(app):
    section(app, "Generate")
    app.selectbox(key="models:family").set_value("spin-glass").run()
    app.number_input(key="models:generator:spin-glass:variables").set_value(10).run()
    app.number_input(key="models:generator:spin-glass:seed").set_value(7).run()
    press(app, "Another seed")
    assert app.number_input(key="models:generator:spin-glass:seed").value == 8
    assert any("seed=8" in code.value for code in app.code)
    press(app, "Explore this")
    assert (
        app.session_state.visitor.explore.run.model.digest
        == generate("spin-glass", variables=10, seed=8).digest
    )
    assert app.session_state.visitor.explore.run.origin.parameters["seed"] == 8


@pytest.mark.slow
def test_a_large_model_is_made_only_when_asked_for(app):
    section(app, "Generate")
    app.slider(key="models:generator:grid:rows").set_value(90).run()
    app.slider(key="models:generator:grid:cols").set_value(90).run()
    assert "Inspect" not in {button.label for button in app.button}
    press(app, "Make it")
    assert "Preview: grid-90x90-s0" in {heading.value for heading in app.subheader}
    press(app, "Inspect")
    assert metrics(app)["Treewidth"] == "?"  # not estimated until asked for


def test_wrong_parameters_are_told(app):
    section(app, "Generate")
    app.selectbox(key="models:family").set_value("parity-checks").run()
    app.slider(key="models:generator:parity-checks:bits").set_value(25).run()
    assert len(app.error) == 1
    assert "multiple" in app.error[0].value


@pytest.mark.slow
def test_own_haplotypes_with_their_window_and_frequency(app, tmp_path):
    data, _ = data_and_network(sites=30, haplotypes=40, seed=1)
    section(app, "Generate")
    app.selectbox(key="models:family").set_value("haplotype").run()
    app.segmented_control(key="models:haplotypes").set_value("your own").run()
    app.file_uploader(key="models-haplotypes").upload("mine.csv", b"0,1\n1,x\n").run()
    assert "mine.csv, line 2" in app.error[0].value
    text = "\n".join(",".join(map(str, row)) for row in data)
    app.file_uploader(key="models-haplotypes").set_value(
        ("mine.csv", text.encode(), "text/csv")
    ).run()
    app.number_input(key="models:own-first").set_value(4).run()
    app.number_input(key="models:own-sites").set_value(12).run()
    app.number_input(key="models:own-min_maf").set_value(0.1).run()
    assert not app.exception
    assert not app.error
    _, expected = data_and_network(data, 4, sites=12, min_maf=0.1)
    press(app, "Inspect")
    assert current(app).digest == expected.digest
    assert current(app).variables == expected.variables


@pytest.mark.slow
def test_an_npz_starts_with_all_the_sites_that_vary_enough(app, tmp_path):
    data, _ = data_and_network(sites=12, haplotypes=40, seed=1)
    data[:, 3] = 0
    save_haplotypes(data, tmp_path / "mine.npz")
    section(app, "Generate")
    app.selectbox(key="models:family").set_value("haplotype").run()
    app.segmented_control(key="models:haplotypes").set_value("your own").run()
    assert "download the simulated data" in app.info[0].value
    app.file_uploader(key="models-haplotypes").upload(
        "mine.npz", (tmp_path / "mine.npz").read_bytes()
    ).run()
    assert not app.error
    assert app.number_input(key="models:own-sites").value == 11
    press(app, "Inspect")
    assert current(app).digest == data_and_network(data, sites=11)[1].digest
    assert "site3" not in {variable.name for variable in current(app).variables}


def test_after_the_last_seed_comes_the_first(app):
    section(app, "Generate")
    app.number_input(key="models:generator:grid:seed").set_value(2**32 - 1).run()
    press(app, "Another seed")
    assert app.number_input(key="models:generator:grid:seed").value == 0


def test_bad_text_names_the_line_and_loses_nothing(app):
    before = current(app)
    section(app, "Load")
    app.text_area(key="models:text").set_value(ONE_BAD_ENTRY).run()
    press(app, "Load this text")
    assert "line 7" in app.error[0].value
    assert "'two'" in app.error[0].value
    assert current(app) is before
    section(app, "Inspect")
    section(app, "Load")
    assert app.text_area(key="models:text").value == ONE_BAD_ENTRY
    app.text_area(key="models:text").set_value(TWO).run()
    press(app, "Load this text")
    assert not app.error
    assert len(current(app).variables) == 2


def test_a_gzipped_file_with_evidence_goes_to_explore(app, tmp_path):
    model = generate("bayesian-network", variables=6, seed=3)
    save_model(model, tmp_path / "net.bif.gz")
    section(app, "Load")
    app.file_uploader(key="models-file").upload(
        "net.bif.gz", (tmp_path / "net.bif.gz").read_bytes()
    ).run()
    assert not app.error
    assert [v.name for v in current(app).variables] == [v.name for v in model.variables]
    app.file_uploader(key="models-evidence").upload("net.evid", b"1 99 0").run()
    assert "99" in app.error[0].value
    assert not current(app).evidence
    app.file_uploader(key="models-evidence").set_value(
        ("net.evid", b"2 0 1 3 0", "text/plain")
    ).run()
    assert current(app).evidence == {0: 1, 3: 0}
    press(app, "Explore this")
    assert app.session_state.visitor.explore.run.model.evidence == {0: 1, 3: 0}


def test_a_file_that_takes_long_is_read_beside_the_page_and_stopped(app, monkeypatch):
    before, go_on = current(app), Event()

    def read_late(data, name, stop):
        go_on.wait()
        return load_model_text(data, name, stop)

    section(app, "Load")
    monkeypatch.setattr(background_work, "QUICK_SECONDS", 0.01)
    monkeypatch.setattr(load, "load_model_text", read_late)
    app.file_uploader(key="models-file").upload("two.uai", TWO.encode()).run()
    assert any("Reading two.uai" in said.value for said in app.markdown)
    press(app, "Stop")
    assert "Stop" not in [each.label for each in app.button]
    assert "Reading two.uai was stopped." in app.error[0].value
    assert current(app) is before
    monkeypatch.setattr(background_work, "QUICK_SECONDS", 60)
    go_on.set()
    press(app, "Put an example here")
    press(app, "Load this text")
    assert len(current(app).variables) == 2


def test_haplotypes_that_take_long_are_read_beside_the_page_and_stopped(app, monkeypatch):
    go_on = Event()

    def read_late(data, name, stop):
        go_on.wait()
        return load_haplotypes_text(data, name, stop)

    section(app, "Generate")
    app.selectbox(key="models:family").set_value("haplotype").run()
    app.segmented_control(key="models:haplotypes").set_value("your own").run()
    monkeypatch.setattr(background_work, "QUICK_SECONDS", 0.01)
    monkeypatch.setattr(own_haplotypes, "load_haplotypes_text", read_late)
    app.file_uploader(key="models-haplotypes").upload("mine.csv", b"0,1\n1,0\n").run()
    assert any("Reading mine.csv" in said.value for said in app.markdown)
    press(app, "Stop")
    assert "Reading mine.csv was stopped." in app.error[0].value
    go_on.set()


def test_a_damaged_file_is_told(app):
    section(app, "Load")
    app.file_uploader(key="models-file").upload(
        "x.uai.gz", gzip.compress(b"MARKOV 2 2 2")[:-3]
    ).run()
    assert len(app.error) == 1
    assert "x.uai.gz" in app.error[0].value


@pytest.mark.parametrize(
    "name", slow_after_the_first(["frustrated-grid", "parity-checks", "haplotype"])
)
def test_inspect_tells_the_figures_of_the_library(app, name):
    press(app, samples()[name].title)
    section(app, "Inspect")
    model = samples()[name].load()
    entries = np.concatenate([f.log_table.ravel() for f in model.factors])
    shown = metrics(app)
    assert shown["Variables"] == str(len(model.variables))
    assert shown["Treewidth"] == f"≤ {exact_cost(ClonedModel(model)).treewidth}"
    assert shown["Zeros"] == f"{np.isneginf(entries).mean():.1%}"
    assert shown["Log MPE value"] == fixed(mpe(model), 4)
    whole = Relaxation.everything(ClonedModel(model))
    assert f"{Circuit(whole).size.total:,} nodes and edges" in " ".join(
        caption.value for caption in app.caption
    )


@pytest.mark.slow
def test_a_state_is_observed_and_taken_back(app):
    section(app, "Inspect")
    model = current(app)
    app.selectbox(key="models:variable").set_value(7).run()
    app.pills[0].set_value(1).run()
    assert current(app).evidence == {7: 1}
    assert metrics(app)["Log MPE value"] == fixed(mpe(model.observe({7: 1})), 4)
    app.selectbox(key="models:variable").set_value(3).run()
    app.pills[0].set_value(0).run()
    assert current(app).evidence == {3: 0, 7: 1}
    app.pills[0].set_value(None).run()
    assert current(app).evidence == {7: 1}
    press(app, "Undo")
    assert current(app).evidence == {3: 0, 7: 1}
    press(app, "Clear all evidence")
    assert current(app).digest == model.digest
    press(app, "Undo")
    assert current(app).evidence == {3: 0, 7: 1}


def test_a_coupling_is_changed_undone_and_done_again(app):
    section(app, "Inspect")
    model = current(app)
    app.segmented_control(key="models:mode").set_value("edit").run()
    slider = next(s for s in app.slider if s.label == "Coupling")
    slider.set_value(3.0).run()
    edited = current(app)
    assert coupling(edited.factors[0]) == pytest.approx(3.0)
    assert [f.log_table.tobytes() for f in edited.factors[1:]] == [
        f.log_table.tobytes() for f in model.factors[1:]
    ]
    delta = next(metric for metric in app.metric if metric.label == "Log MPE value").delta
    assert float(delta) == pytest.approx(mpe(edited) - mpe(model), abs=1e-4)
    press(app, "Undo")
    assert current(app).digest == model.digest
    press(app, "Redo")
    assert current(app).digest == edited.digest
    press(app, "Explore this")
    run = app.session_state.visitor.explore.run
    assert run.model.digest == edited.digest
    assert isinstance(run.origin, ModelItself)


@pytest.mark.slow
def test_a_cell_is_edited_in_the_slice_that_is_shown(app):
    press(app, samples()["haplotype"].title)
    section(app, "Inspect")
    model = current(app)
    wide = next(i for i, f in enumerate(model.factors) if len(f.scope) == 3)
    _, b, c = model.factors[wide].scope
    app.selectbox(key="models:factor").set_value(wide).run()
    app.segmented_control(key="models:mode").set_value("edit").run()
    next(box for box in app.selectbox if box.label == "Down").set_value(c).run()
    next(box for box in app.selectbox if box.label == f"{model.variables[b].name} =").set_value(
        1
    ).run()
    editor = app.data_editor[0]
    table = np.exp(model.factors[wide].log_table)
    np.testing.assert_allclose(editor.value[["0", "1"]].to_numpy(dtype=float), table[:, 1, :].T)
    app.session_state[editor.key] = {
        "edited_rows": {1: {"0": 0.25}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    assert not app.exception
    changed = np.exp(current(app).factors[wide].log_table)
    expected = table.copy()
    expected[0, 1, 1] = 0.25
    np.testing.assert_allclose(changed, expected)
    assert title(app).endswith(", edited")


def test_a_negative_entry_is_refused(app):
    section(app, "Inspect")
    before = current(app)
    app.segmented_control(key="models:mode").set_value("edit").run()
    app.session_state[app.data_editor[0].key] = {
        "edited_rows": {0: {"0": -1.0}},
        "added_rows": [],
        "deleted_rows": [],
    }
    app.run()
    assert "0 or more" in app.error[0].value
    assert current(app) is before


@pytest.mark.parametrize("name", ["net.json", "net.uai", "net.bif"])
def test_a_download_is_the_file_that_the_library_writes(name, tmp_path):
    model = generate("bayesian-network", variables=6, seed=3)
    save_model(model, tmp_path / name)
    assert saved(save_model, model, name) == (tmp_path / name).read_bytes()
