import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.ts';

/** A turn of the event loop may read a call, or an answer that the call waits for, and only the next one an end behind it. */
const TURNS = 2;

/**
 * Whether a browser has closed the connection of its call, by all that has arrived: a process that stood still finds a call
 * and the end behind it together. Other programs may end their half of a connection when all is sent, and wait.
 */
export async function isBrowserGone(clock: Clock, { socket, headers }: IncomingMessage): Promise<boolean> {
  if (!('sec-fetch-mode' in headers)) return false;
  for (let turn = 0; turn < TURNS; turn++) await new Promise<void>((resolve) => clock.after(0, resolve));
  return socket.destroyed || socket.readableEnded;
}
