import type { ClientFrame } from '../../shared/contract/socket.ts';

export type Decoded =
  | { readonly kind: 'command'; readonly command: ClientFrame }
  /** Valid JSON, but not a command: refused, and the connection stays open. */
  | { readonly kind: 'unknown'; readonly cmd: ClientFrame['cmd'] | 'error'; readonly topic: string }
  /** Not JSON: the connection ends. */
  | { readonly kind: 'malformed' };

const COMMANDS = ['login', 'logout', 'sub', 'unsub'] as const;
const MAX_TOKEN_LENGTH = 512;

/** Decodes a client's text frame other than `ping`. */
export function decodeCommand(text: string): Decoded {
  const value = parse(text);
  if (value === undefined) return { kind: 'malformed' };
  const fields = isFields(value) ? value : {};
  const cmd = COMMANDS.find((one) => one === fields['cmd']);
  const topic = typeof fields['topic'] === 'string' ? fields['topic'] : '';
  switch (cmd) {
    case 'login': {
      const token = isFields(fields['params']) ? fields['params']['token'] : undefined;
      if (typeof token !== 'string' || token.length > MAX_TOKEN_LENGTH)
        return { kind: 'unknown', cmd, topic };
      return { kind: 'command', command: { cmd, params: { token } } };
    }
    case 'logout':
      return { kind: 'command', command: { cmd } };
    case 'sub':
    case 'unsub':
      return topic === '' ? { kind: 'unknown', cmd, topic } : { kind: 'command', command: { cmd, topic } };
    case undefined:
      return { kind: 'unknown', cmd: 'error', topic };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
