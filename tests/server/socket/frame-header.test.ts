import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { beginDeflatedFrame, beginTextFrame, deflated } from '../../../server/socket/frame-header.ts';

/** A socket as the server writes to it, and the messages its client received. */
async function link(perMessageDeflate = false) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate });
  onTestFinished(() => void sockets.close());
  await once(sockets, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`);
  const [[, request]] = await Promise.all([once(sockets, 'connection'), once(client, 'open')]);
  return { raw: request.socket as Socket, client };
}

it.each([30, 125, 126, 65_535, 65_536, 200_000])(
  'a text of %d bytes in two parts is one frame to a client',
  async (bytes) => {
    const { raw, client } = await link();
    const [head, rest] = ['{"topic":"X","data":', `"${'x'.repeat(bytes - 22)}"`];
    const heard = once(client, 'message');
    raw.write(beginTextFrame(head, rest.length));
    raw.write(rest);
    const [data, isBinary]: [RawData, boolean] = (await heard) as [RawData, boolean];
    expect([String(data), isBinary]).toEqual([head + rest, false]);
    client.terminate();
  },
);

it.each([1, 30, 125, 300, 65_535, 200_000])(
  'a compressed text of %d bytes, with a head of its own, is one frame to a client',
  async (bytes) => {
    const { raw, client } = await link(true);
    const rest = Array.from({ length: bytes }, (_, i) => String.fromCharCode(32 + ((i * i) % 90))).join('');
    const body = deflated(Buffer.from(rest));
    const heard: string[] = [];
    client.on('message', (data) => heard.push(String(data)));
    const heads = ['{"topic":"X","seq":1,"data":', '{"topic":"X","seq":22,"data":'];
    for (const head of heads) {
      raw.write(beginDeflatedFrame(head, body.length));
      raw.write(body);
    }
    await expect.poll(() => heard).toEqual(heads.map((head) => head + rest));
    client.terminate();
  },
);
