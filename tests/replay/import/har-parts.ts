/** Parts of a HAR as browsers write them; times in s after its start. */
export const START_S = 1_700_000_000;

const iso = (seconds: number) => new Date((START_S + seconds) * 1000).toISOString();

export const message = (type: string, time: number, opcode: number, data: string) => ({
  type,
  time: START_S + time,
  opcode,
  data,
});

export const socket = (url: string, time: number, messages: readonly unknown[], took = 0) => ({
  _resourceType: 'websocket',
  request: { method: 'GET', url },
  startedDateTime: iso(time),
  time: took,
  _webSocketMessages: messages,
});

export const request = (method: string, url: string, time: number, answer: unknown, took = 0) => ({
  _resourceType: 'fetch',
  request: { method, url },
  response: { status: 200, content: { mimeType: 'application/json', text: JSON.stringify(answer) } },
  startedDateTime: iso(time),
  time: took,
});

export const harOf = (...entries: readonly unknown[]): string =>
  JSON.stringify(
    { log: { version: '1.2', creator: { name: 'test', version: '1' }, pages: [], entries } },
    null,
    1,
  );
