// When the server does not answer, the page says so in its own words and how to start it again.
const GONE_SECONDS = 1.5; // a short break of the network is not worth a word
const GONE = `<strong>The server does not answer.</strong> Where it was started, start it again:
  <code>rcr app</code> (or <code>make app</code> in a checkout). This page then goes on by itself;
  whatever was shown as saved is there again.`;
const GONE_STYLE = `
  .rcr-server-gone {position: fixed; inset: 0 0 auto 0; z-index: 2000000; padding: 0.8rem 1.2rem;
    background: #7A2E00; color: #FFFFFF; text-align: center; font-family: sans-serif}
  .rcr-server-gone code {color: inherit; background: none; font-weight: 600}
  body:has(.rcr-server-gone) [data-testid="stDialog"] {opacity: 0}`;

function tellWhenGone() {
  const words = document.createElement("div");
  words.className = "rcr-server-gone";
  words.setAttribute("role", "alert");
  words.innerHTML = `<style>${GONE_STYLE}</style>${GONE}`;
  let since = null;
  setInterval(() => {
    const app = document.querySelector("[data-test-connection-state]");
    const answers = !app || app.dataset.testConnectionState === "CONNECTED";
    since = answers ? null : (since ?? performance.now());
    if (since !== null && performance.now() - since > 1000 * GONE_SECONDS) document.body.append(words);
    else words.remove();
  }, 500);
}
