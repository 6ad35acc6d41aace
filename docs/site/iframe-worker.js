/* Search on a page that was opened as a file: a browser starts no worker there, so the worker's
   script runs in a hidden frame of the page. The theme's plug-in "offline" would fetch such a
   script from the network, if there were none of this name. */

class FrameWorker extends EventTarget {
  constructor(url) {
    super();
    const frame = document.createElement("iframe");
    frame.hidden = true;
    document.body.append(frame);
    this.inside = frame.contentWindow;
    this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    this.inside.importScripts = (...scripts) => this.load(scripts);
    this.ready = this.load([url]);
  }

  async load(scripts) {
    for (const src of scripts) {
      await new Promise((resolve, reject) => {
        const script = this.inside.document.createElement("script");
        Object.assign(script, { src, onload: resolve, onerror: reject });
        this.inside.document.body.append(script);
      });
    }
  }

  async postMessage(data) {
    await this.ready;
    this.inside.dispatchEvent(new this.inside.MessageEvent("message", { data }));
  }

  terminate() {
    this.inside.frameElement.remove();
  }
}

if (location.protocol === "file:") window.Worker = FrameWorker;
