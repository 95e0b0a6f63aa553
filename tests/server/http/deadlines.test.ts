import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { sharedHttp } from '../http-fixture.ts';

const HEAD_MS = 600;
const BODY_MS = 500;
const UPLOAD_MS = 4_000;
const CHECK_MS = 50;
/** For a busy machine. */
const SLACK_MS = 3_000;
const DRIP_MS = 40;

const http = sharedHttp(
  {},
  { deadlines: { headMs: HEAD_MS, bodyMs: BODY_MS, uploadMs: UPLOAD_MS, checkMs: CHECK_MS } },
);

interface Ended {
  readonly said: string;
  readonly afterMs: number;
}

/** Sends the head, then one byte after the other until the server closes. */
async function drip(head: string, byte = 'a'): Promise<Ended> {
  const began = performance.now();
  let said = '';
  const socket: Socket = connect(http.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let open = true;
  socket.on('data', (data) => {
    said += data.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    open = false;
  });
  socket.write(head);
  while (open) {
    if (socket.writable) socket.write(byte);
    await sleep(DRIP_MS);
  }
  return { said, afterMs: performance.now() - began };
}

const post = (path: string, type: string, length = 5_000): string =>
  `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`;
const FORM = 'application/x-www-form-urlencoded';
const LOGIN = '/api/user/loginForU';
const UPLOAD = '/api/common/image_upload';

function expectTimeout({ said, afterMs }: Ended, deadlineMs: number): void {
  expect(said).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(said).toContain('connection: close');
  expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({ code: CODE.badParameter });
  expect(afterMs).toBeGreaterThan(deadlineMs - CHECK_MS);
  expect(afterMs).toBeLessThan(deadlineMs + SLACK_MS);
}

describe('a body that comes too slowly', () => {
  it('is cut off with 408, byte by byte or in chunks', async () => {
    expectTimeout(await drip(post(LOGIN, FORM)), BODY_MS);
    const chunked = `POST ${LOGIN} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: ${FORM}\r\ntransfer-encoding: chunked\r\n\r\n`;
    expectTimeout(await drip(chunked, '1\r\na\r\n'), BODY_MS);
  });

  it('is cut off on a path that is no call', async () => {
    const { afterMs } = await drip(post('/api/nothing', FORM));
    expect(afterMs).toBeLessThan(UPLOAD_MS + SLACK_MS);
  });

  it('may take longer if it carries a picture', async () => {
    const token = await http.enterReal();
    const head = post(UPLOAD, 'multipart/form-data; boundary=x').replace(
      'host:',
      `authorization: ${token}\r\nhost:`,
    );
    expectTimeout(await drip(head), UPLOAD_MS);
  });

  it('leaves other requests alone: the next on the same connection has its own time', async () => {
    const socket = connect(http.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let said = '';
    socket.on('data', (data) => {
      said += data.toString();
    });
    // Each is far from its deadline, all together are beyond it.
    for (let answers = 1; answers <= 12; answers++) {
      socket.write(post(LOGIN, FORM, 3));
      await sleep(BODY_MS * 0.1);
      socket.write('a=b');
      await expect.poll(() => said.match(/HTTP\/1\.1 200/g), { timeout: 60_000 }).toHaveLength(answers);
    }
    expect(said).not.toContain('408');
  });
});

it('a head that comes too slowly is cut off with 408', async () => {
  expectTimeout(await drip('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: '), HEAD_MS);
});

it('no bug is reported for a slow client', () => {
  expect(http.faults).toEqual([]);
});
