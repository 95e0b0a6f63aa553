import { createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { onTestFinished } from 'vitest';

/** The product behind a proxy, until the end of the test, that can publish what looks like another build of the app. */
export interface Publisher {
  readonly url: string;
  /** From here on page and service worker name another script that starts it. */
  publish(): void;
}

export const NEXT = '?next';

export async function openPublisher(productUrl: string): Promise<Publisher> {
  const { hostname, port } = new URL(productUrl);
  let isNext = false;
  const ask = (from: IncomingMessage, headers: IncomingMessage['headers'], path = from.url) =>
    from.pipe(request({ hostname, port, path, method: from.method, headers }));
  const server = createServer((from, to) => {
    const isPage = from.headers['sec-fetch-mode'] === 'navigate' || from.url === '/';
    if (!isNext || !(isPage || from.url === '/sw.js')) {
      ask(from, from.headers).on('response', (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      return;
    }
    const { 'accept-encoding': _, 'if-none-match': __, 'if-modified-since': ___, ...plain } = from.headers;
    ask(from, plain).on('response', async (answer) => {
      let text = '';
      for await (const part of answer) text += String(part);
      const { 'content-length': ____, ...headers } = answer.headers;
      to.writeHead(answer.statusCode ?? 502, headers);
      to.end(
        text
          .replaceAll(/(\/assets\/first-[\w-]+\.js)/g, `$1${NEXT}`)
          .replace(/version:(.)/, 'version:$1next-'),
      );
    });
  });
  server.on('upgrade', (from, socket, head) => {
    const other = connect(Number(port), hostname, () => {
      const lines = from.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : [],
      );
      other.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      other.write(head);
      socket.pipe(other).pipe(socket);
    });
    for (const end of [socket, other]) end.on('error', () => [socket, other].map((one) => one.destroy()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish() {
      isNext = true;
    },
  };
}
