import { setTimeout } from 'node:timers/promises';
import WebSocket from 'ws';

const socket = new WebSocket(process.env.FEED_URL ?? 'ws://127.0.0.1:8090/v1/feed');
const send = (frame) => socket.send(JSON.stringify(frame));
let isIn = false;
socket.on('open', () => send({ hello: { source: 'example', token: process.env.FEED_TOKEN } }));
socket.on('message', (data) => {
  const text = String(data);
  if (text === 'pong') return;
  const frame = JSON.parse(text);
  if (frame.code === 1) isIn = true;
  else console.log(text);
});
socket.on('close', (code) => process.exit(code === 1000 ? 0 : 1));
socket.on('error', (error) => console.error(error.message));

for (let cents = 6_000_000; ; cents += Math.round(200 * (Math.random() - 0.5))) {
  await setTimeout(1_000);
  if (socket.readyState !== WebSocket.OPEN) continue;
  socket.send('ping');
  // Code, bid, ask or null, and the time of the price in epoch milliseconds.
  if (isIn) send({ ticks: [['BTCUSD', (cents / 100).toFixed(2), null, Date.now()]] });
}
