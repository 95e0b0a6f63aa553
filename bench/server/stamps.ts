// Preloaded into a server: each response reports when its request was received and when the response left.
import { subscribe } from 'node:diagnostics_channel';
import { ServerResponse } from 'node:http';
import { monotonicMs, STAMPS } from './monotonic.ts';

subscribe('http.server.request.start', (message) => {
  if (typeof message !== 'object' || message === null || !('response' in message)) return;
  const { response } = message;
  if (!(response instanceof ServerResponse)) return;
  const inMs = monotonicMs();
  const { writeHead } = response;
  Object.assign(response, {
    writeHead(...head: unknown[]) {
      response.setHeader(STAMPS, `${inMs} ${monotonicMs()}`);
      return Reflect.apply(writeHead, response, head);
    },
  });
});
