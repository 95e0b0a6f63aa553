import { HEADER } from '../../shared/bridge/market-frame.ts';
import { SHARED_HEADER_BYTES } from '../../shared/bridge/shared-frame.ts';
import { FROM_PAGE } from '../../shared/bridge/stream-protocol.ts';

/** Where a frame says when its newest tick came, as a message and in shared memory. */
const LAYOUT = {
  returned: FROM_PAGE.returned,
  receivedAtMs: HEADER.receivedAtMs,
  sharedBytes: SHARED_HEADER_BYTES,
};

/**
 * A script for before the page's first: notes for every frame that was applied how long after its newest tick came in
 * the worker its picture was made. A frame that came as a message is given back when it is applied; one in shared memory is
 * whole when its version was read a second time: that is where this listens.
 * @param isolated without it the page has no shared memory and takes one message a frame
 */
export const pixelProbe = (isolated: boolean): string => `(() => {
  const LAYOUT = ${JSON.stringify(LAYOUT)};
  window.__pixels = [];
  const post = MessagePort.prototype.postMessage;
  const painted = new MessageChannel();
  let received = 0;
  painted.port1.onmessage = ({ data }) => {
    window.__pixels.push(performance.timeOrigin + performance.now() - data);
  };
  const note = (buffer, offset) => {
    const at = new Float64Array(buffer, offset)[LAYOUT.receivedAtMs];
    if (!(at > received)) return;
    received = at;
    // A task of its own: it comes after the picture of this frame.
    post.call(painted.port2, at);
  };
  ${isolated ? IN_SHARED_MEMORY : BY_MESSAGE}
})();`;

const IN_SHARED_MEMORY = `
  const add = Atomics.add;
  Atomics.add = (control, index, by) => {
    const version = add(control, index, by);
    if (version % 2 === 0) note(control.buffer, LAYOUT.sharedBytes);
    return version;
  };`;

const BY_MESSAGE = `
  Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false });
  MessagePort.prototype.postMessage = function (message, ...rest) {
    if (Array.isArray(message) && message[0] === LAYOUT.returned && message[1] instanceof ArrayBuffer) note(message[1], 0);
    return post.call(this, message, ...rest);
  };`;
