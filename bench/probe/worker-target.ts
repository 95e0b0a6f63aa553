import type { CDPSession } from 'playwright';

/** A page or a worker as a target of the developer tools' protocol. */
export interface Target {
  send<T>(method: string, params?: object): Promise<T>;
}

const ANSWER_MS = 30_000;

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

export const pageTarget = (cdp: CDPSession): Target => ({
  // Playwright's types cover only the methods of pages.
  send: <T>(method: string, params: object = {}) =>
    cdp.send(method as 'Runtime.enable', params as unknown as undefined) as Promise<unknown> as Promise<T>,
});

/** @throws when the page has no worker named `name` within some seconds */
export async function attachWorker(cdp: CDPSession, name: string): Promise<Target> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  const attached = new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the page has no worker "${name}"`)), ANSWER_MS);
    cdp.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      if (targetInfo.title !== name) return;
      clearTimeout(timer);
      resolve(sessionId);
    });
  });
  cdp.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer: Answer = JSON.parse(message);
    if (answer.id === undefined) return;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  await cdp.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  const sessionId = await attached;
  return {
    async send<T>(method: string, params: object = {}) {
      const id = ++last;
      const answered = new Promise<Answer>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${method}: no answer`)), ANSWER_MS);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
      });
      // A worker that has gone is the error of the call below.
      answered.catch(() => {});
      await cdp.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify({ id, method, params }),
      });
      const { result, error } = await answered;
      if (error !== undefined) throw new Error(`${method}: ${error.message}`);
      return result as T;
    },
  };
}
