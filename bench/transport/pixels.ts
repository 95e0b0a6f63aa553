import { FROM_PAGE } from '../../shared/bridge-protocol.ts';
import { HEADER } from '../../shared/frame.ts';

/** Where a frame says when its newest tick came, as a message and in shared memory. */
const LAYOUT = { returned: FROM_PAGE.returned, receivedAtMs: HEADER.receivedAtMs, sharedBytes: 8 };

/**
 * A script for before the page's first: notes for every frame that was applied how long after its newest tick came in
 * the worker its picture was made. The page gives a frame back when it has applied it, and that is where this listens.
 * @param isolated without it the page has no shared memory and takes one message a frame
 */
export const pixelProbe = (isolated: boolean): string => `(() => {
  const LAYOUT = ${JSON.stringify(LAYOUT)};
  let memory;
  window.__pixels = [];
  ${isolated ? '' : "Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });"}
  const Shared = globalThis.SharedArrayBuffer;
  if (Shared !== undefined)
    globalThis.SharedArrayBuffer = new Proxy(Shared, {
      construct: (target, args) => (memory = new target(...args)),
    });
  const post = MessagePort.prototype.postMessage;
  const painted = new MessageChannel();
  let received = 0;
  painted.port1.onmessage = ({ data }) => {
    window.__pixels.push(performance.timeOrigin + performance.now() - data);
  };
  const note = (buffer) => {
    const at = new Float64Array(memory ?? buffer, memory ? LAYOUT.sharedBytes : 0)[LAYOUT.receivedAtMs];
    if (!(at > received)) return;
    received = at;
    // A task of its own: it comes after the picture of this frame.
    post.call(painted.port2, at);
  };
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message) && message[0] === LAYOUT.returned && message[1] instanceof ArrayBuffer) note(message[1]);
    return post.call(this, message, ...rest);
  };
})();`;
