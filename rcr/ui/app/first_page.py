"""The first page that a browser gets: streamlit's, which knows nothing of what will be on it, with
our style and the library of the charts, so that nothing shifts and the chart is not late, and with
what must hear of Back before streamlit does.

The same style is drawn by the script again (``rcr.ui.app.style``); that comes when most of the page
is on the screen already.
"""

from __future__ import annotations

import sys
from pathlib import Path
from urllib.parse import parse_qs

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rcr.ui.app.documentation import DOCUMENTATION
from rcr.ui.app.navigation import entries
from rcr.ui.app.sheets import PRESENT, frame_sheets, page_sheets, sheet

HERE = Path(__file__).parent
CHARTS = "rcr.ui.components.chart"  # the module that has the library served, once it is loaded
LIBRARY = (
    f'<link rel="preload" as="script" href="./component/{CHARTS}.plotly/plotly-cartesian.min.js">'
)
GONE_BACK = HERE.parent / "keeping" / "gone_back.js"
# Our style goes again as soon as the script has drawn the same.
LOOK = """<div id="rcr-first-look">{sheets}</div>
<script>{gone_back}</script>
<script>
  const drawn = () => document.querySelector("[data-test-script-state=notRunning] .stHtml style");
  const watch = new MutationObserver(() => {{
    if (!drawn()) return;
    document.getElementById("rcr-first-look").remove();
    watch.disconnect();
  }});
  watch.observe(document.body, {{ subtree: true, childList: true, attributes: true }});
</script>
"""
ASKS_ANEW = (b"accept-encoding", b"if-none-match", b"if-modified-since")


class FirstPage:
    """Middleware that adds them to the answer of whoever asks for a page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not _asks_for_a_page(scope):
            await self.app(scope, receive, send)
            return
        plain = [pair for pair in scope["headers"] if pair[0] not in ASKS_ANEW]
        presented = PRESENT in parse_qs(scope["query_string"].decode("latin-1"))
        answer = _Answer(send, (scope["path"].rpartition("/")[2], presented))
        await self.app({**scope, "headers": plain}, receive, answer.pass_on)


def _asks_for_a_page(scope: Scope) -> bool:
    wanted = dict(scope["headers"]).get(b"accept", b"")
    ours = not scope["path"].startswith(f"{DOCUMENTATION}/")
    return ours and scope["method"] == "GET" and b"text/html" in wanted


class _Answer:
    """What the server answers, held back until it is whole if it is a page."""

    def __init__(self, send: Send, page: tuple[str, bool]) -> None:
        self.send = send
        self.page = page
        self.start: Message | None = None
        self.body = b""

    async def pass_on(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _is_page(message):
            self.start = message
        elif self.start is None or message["type"] != "http.response.body":
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body", False):
                await self.finish(self.start)

    async def finish(self, start: Message) -> None:
        body = dressed(self.body.decode("utf-8"), *self.page).encode("utf-8")
        headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
        headers.append((b"content-length", str(len(body)).encode()))
        await self.send({**start, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _is_page(start: Message) -> bool:
    kind = dict(start["headers"]).get(b"content-type", b"")
    return bool(start["status"] == 200 and kind.startswith(b"text/html"))


def dressed(text: str, page: str, presented: bool) -> str:
    """Streamlit's page with our style. It stands at the end, as what streamlit's own style comes
    before.
    """
    own = page_sheets(page or Path(entries()[0].file).stem, presented)
    place = [] if presented else [HERE / "first_page.css"]
    look = LOOK.format(
        sheets="".join(map(sheet, [*place, *frame_sheets(), *own])),
        gone_back=GONE_BACK.read_text(encoding="utf-8"),
    )
    head = LIBRARY if hasattr(sys.modules.get(CHARTS), "chart_library") else ""
    return text.replace("</head>", f"{head}</head>", 1).replace("</body>", f"{look}</body>", 1)
