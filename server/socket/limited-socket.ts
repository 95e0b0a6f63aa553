import { WebSocket } from 'ws';

const POLICY_VIOLATION = 1008;
const TOO_BIG = 1009;
const NOT_TEXT = 1007;

/**
 * A socket whose client is told why before it is closed. A frame over the limit is refused by its header, before it
 * is read, and the library closes at once; this is the one place where words can still go out.
 */
export class LimitedSocket extends WebSocket {
  /** Sent as the last frame when the client breaks a limit. */
  lastWords = '';

  override close(code?: number, data?: string | Buffer): void {
    const broken = code === TOO_BIG || code === NOT_TEXT;
    if (broken && this.readyState === WebSocket.OPEN) this.send(this.lastWords);
    super.close(broken ? POLICY_VIOLATION : code, data);
  }

  /** One error acknowledgement, then the end. */
  refuse(words: string): void {
    if (this.readyState === WebSocket.OPEN) this.send(words);
    super.close(POLICY_VIOLATION);
  }
}
