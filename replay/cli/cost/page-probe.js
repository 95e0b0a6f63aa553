// Runs in the page before the app. The app's worker becomes a frame of the page, so that all runs in one thread, whose time a
// program lets pass; `pageCounts` counts what the page does. `startMs`, set before, is the time at which the recording begins.
(() => {
  if (globalThis !== globalThis.top) return;
  const counts = new Map();
  const count = (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by);
  globalThis.pageCounts = counts;

  const wall = Date.now;
  const now = () => wall() - startMs;

  // What another thread or process answers comes at any time. While a message is on its way the browser is not idle, and
  // only an idle one lets time pass: it waits.
  const awaited = new Map();
  const { port1, port2 } = new MessageChannel();
  let isOnItsWay = false;
  const turn = () => {
    isOnItsWay = [...awaited.values()].some((answers) => answers > 0);
    if (isOnItsWay) port2.postMessage(undefined);
  };
  port1.onmessage = turn;
  const holdFor = (realm) => (answer) => {
    awaited.set(realm, (awaited.get(realm) ?? 0) + 1);
    if (!isOnItsWay) turn();
    // A worker that has ended awaits nothing.
    const done = () => awaited.has(realm) && awaited.set(realm, awaited.get(realm) - 1);
    answer.then(done, done);
    return answer;
  };

  const prepare = (realm) => {
    const { Blob, FileReader, HTMLCanvasElement, Image, ReadableStream, fetch } = realm;
    const held = holdFor(realm);
    realm.performance.now = now;
    Object.defineProperty(realm.performance, 'timeOrigin', { value: startMs });
    realm.Date.now = wall;
    // There is no exchange; only the recording is loaded.
    realm.fetch = (input, init) =>
      String(input.url ?? input).includes('/files/')
        ? held(fetch.call(realm, input, init))
        : new realm.Promise(() => {});
    realm.WebSocket = class {
      static OPEN = 1;
      readyState = 0;
      close() {}
    };
    // Idle moments and the collector's depend on the machine. Without the first, the app uses timers.
    realm.requestIdleCallback = undefined;
    realm.FinalizationRegistry = class {
      register() {}
      unregister() {}
    };
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.stream = function () {
      const whole = held(arrayBuffer.call(this));
      return new ReadableStream({
        async start(to) {
          to.enqueue(new realm.Uint8Array(await whole));
          to.close();
        },
      });
    };
    // The browser encodes and decodes pictures in threads of their own, between frames.
    HTMLCanvasElement.prototype.toBlob = function (done, type) {
      const bytes = Uint8Array.from(atob(this.toDataURL(type).split(',')[1]), (one) => one.charCodeAt(0));
      queueMicrotask(() => done(new Blob([bytes], { type: 'image/png' })));
    };
    Image.prototype.decode = function () {
      const loaded = new Promise((done, failed) => {
        if (this.complete) return done();
        this.addEventListener('load', done, { once: true });
        this.addEventListener('error', failed, { once: true });
      });
      return held(loaded);
    };
    const { readAsDataURL } = FileReader.prototype;
    FileReader.prototype.readAsDataURL = function (blob) {
      held(new Promise((done) => this.addEventListener('loadend', done, { once: true })));
      readAsDataURL.call(this, blob);
    };
  };
  prepare(globalThis);

  globalThis.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement('iframe');
      frame.style.display = 'none';
      document.documentElement.append(frame);
      const realm = frame.contentWindow;
      prepare(realm);
      this.send = realm.postMessage.bind(realm);
      const back = new MessageChannel();
      this.end = () => {
        back.port1.close();
        awaited.delete(realm);
        frame.remove();
      };
      back.port1.onmessage = ({ data, ports }) =>
        this.dispatchEvent(new MessageEvent('message', { data, ports: [...ports] }));
      realm.postMessage = (message, transfer = []) => back.port2.postMessage(message, transfer);
      const script = realm.document.createElement('script');
      script.type = 'module';
      script.src = String(url);
      this.loaded = holdFor(realm)(new Promise((done) => script.addEventListener('load', done)));
      realm.document.head.append(script);
    }
    postMessage(message, transfer = []) {
      this.loaded.then(() => this.send(message, '*', transfer));
    }
    terminate() {
      this.end();
    }
  };

  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: () => count('React commits'),
    onCommitFiberUnmount() {},
  };

  const written = { attributes: 'attributes', characterData: 'texts', childList: 'children' };
  new MutationObserver((records) => {
    for (const { type, attributeName, addedNodes, removedNodes } of records) {
      count(`DOM writes: ${attributeName === 'style' ? 'styles' : written[type]}`);
      if (type === 'childList') count('DOM nodes added and removed', addedNodes.length + removedNodes.length);
    }
  }).observe(document, { subtree: true, attributes: true, characterData: true, childList: true });

  for (const { prototype } of [CanvasRenderingContext2D, Path2D])
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (typeof value !== 'function' || name === 'constructor') continue;
      prototype[name] = function (...args) {
        count(`canvas calls: ${name}`);
        return Reflect.apply(value, this, args);
      };
    }
})();
