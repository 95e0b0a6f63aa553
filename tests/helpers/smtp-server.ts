import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as received, with their encoded parts decoded. */
  readonly text: string;
  readonly login: string | undefined;
}

/** How the server treats the next mail: accepts it, refuses it temporarily or permanently, or sends nothing. */
type Treatment = 'take' | 'refuse-for-now' | 'refuse-for-good' | 'silent';

export interface SmtpServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** Number of connections so far. */
  readonly visits: () => number;
  treat(...next: readonly Treatment[]): void;
  stop(): Promise<void>;
}

/** A mail server on this machine with the part of SMTP that a client needs; it ends with the test. */
export async function startSmtpServer(port = 0): Promise<SmtpServer> {
  const mails: ReceivedMail[] = [];
  const treatments: Treatment[] = [];
  const sockets = new Set<Socket>();
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const treatment = treatments.shift() ?? 'take';
    if (treatment !== 'silent') converse(socket, treatment, (mail) => mails.push(mail));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  onTestFinished(stop);
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    mails,
    visits: () => visits,
    treat: (...next) => void treatments.push(...next),
    stop,
  };
}

function converse(socket: Socket, treatment: Treatment, received: (mail: ReceivedMail) => void): void {
  const say = (line: string) => socket.write(`${line}\r\n`);
  const mail = { from: '', to: [] as string[], login: undefined as string | undefined };
  let body: string | undefined;
  let waiting = '';
  say('220 test');
  const answer = (line: string) => {
    const [verb = '', rest = ''] = /^(\w+)\s*(.*)$/.exec(line)?.slice(1) ?? [];
    const address = /<([^>]*)>/.exec(rest)?.[1] ?? '';
    switch (verb.toUpperCase()) {
      case 'EHLO':
        say('250-test');
        return say('250 AUTH PLAIN');
      case 'STARTTLS':
        return say('502 5.5.1 not here');
      case 'AUTH':
        mail.login = Buffer.from(rest.replace(/^PLAIN\s*/i, ''), 'base64')
          .toString()
          .split('\0')
          .slice(1)
          .join(':');
        return say('235 welcome');
      case 'MAIL':
        mail.from = address;
        if (treatment === 'refuse-for-now') return say('451 4.3.0 not now');
        return say('250 ok');
      case 'RCPT':
        if (treatment === 'refuse-for-good') return say(`550 5.1.1 <${address}> unknown`);
        mail.to.push(address);
        return say('250 ok');
      case 'DATA':
        body = '';
        return say('354 go on');
      case 'QUIT':
        say('221 bye');
        return socket.end();
      default:
        return say('250 ok');
    }
  };
  socket.on('data', (chunk) => {
    waiting += chunk.toString();
    for (let end = waiting.indexOf('\r\n'); end >= 0; end = waiting.indexOf('\r\n')) {
      const line = waiting.slice(0, end);
      waiting = waiting.slice(end + 2);
      if (body === undefined) answer(line);
      else if (line !== '.') body += `${line}\n`;
      else {
        received({ ...mail, text: decoded(body) });
        body = undefined;
        say('250 taken');
      }
    }
  });
}

/** Decodes quoted-printable, base64 and encoded headers, so that a test can search for words. */
function decoded(raw: string): string {
  const [head = '', ...parts] = raw.split('\n\n');
  const body = parts.join('\n\n');
  const headers = head.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(text, 'base64').toString() : unquoted(text.replaceAll('_', ' ')),
  );
  if (/^content-transfer-encoding: base64/im.test(head))
    return `${headers}\n\n${Buffer.from(body, 'base64').toString()}`;
  return `${headers}\n\n${/quoted-printable/i.test(head) ? unquoted(body) : body}`;
}

const unquoted = (text: string): string =>
  Buffer.from(
    text
      .replaceAll('=\n', '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
