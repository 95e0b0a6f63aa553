/** A browser that is not Chromium. */
export interface Driven {
  /** Such as "Firefox 153.0". */
  readonly name: string;
  open(url: string): Promise<void>;
  /** Calls `code`, which must not use anything around it, in the page. */
  call<A extends readonly unknown[], T>(code: (...args: A) => T, ...args: A): Promise<Awaited<T>>;
  /** Calls `code` until it returns something else than false, null or undefined. */
  until<A extends readonly unknown[], T>(
    code: (...args: A) => T,
    ...args: A
  ): Promise<NonNullable<Awaited<T>>>;
  /** Presses the control with this accessible name, or the first one whose name begins with it. */
  press(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Runs one command of the WebDriver standard. */
export interface Session {
  readonly name: string;
  run(command: Command, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  end(): Promise<void>;
}

export type Command = 'navigate' | 'script' | 'actions';

const WAIT_MS = 30_000;
const LOOK_MS = 100;

export function drive(session: Session): Driven {
  const call: Driven['call'] = async (code, ...args) =>
    (await session.run('script', { script: `return (${code})(...arguments)`, args })) as never;
  const until: Driven['until'] = async (code, ...args) => {
    for (const end = Date.now() + WAIT_MS; ; ) {
      const found = await call(code, ...args);
      if (found) return found;
      if (Date.now() > end) {
        const text = await call(() => document.body.innerText);
        throw new Error(`${session.name} waited in vain for ${code} with ${args.join()}. It shows: ${text}`);
      }
      // The protocol has no event for what changes in a page.
      await new Promise((done) => setTimeout(done, LOOK_MS));
    }
  };
  return {
    name: session.name,
    open: async (url) => void (await session.run('navigate', { url })),
    call,
    until,
    async press(name) {
      const { x, y } = await resting(() => until(placeOf, name));
      await session.run('actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            actions: [
              { type: 'pointerMove', x, y, duration: 0 },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    },
    close: session.end,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The place once it is the same twice: a sheet moves as it opens. */
async function resting(look: () => Promise<Place>): Promise<Place> {
  for (let before: Place | undefined; ; ) {
    const now = await look();
    if (before?.x === now.x && before.y === now.y) return now;
    before = now;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

/** The middle of the control on the screen. Runs in the page. */
function placeOf(name: string): Place | undefined {
  const modal = document.querySelector('dialog[open]');
  const nameOf = (one: Element) => (one.ariaLabel ?? one.textContent ?? '').trim();
  const shown = [...(modal ?? document).querySelectorAll('button, a')].filter((one) => one.checkVisibility());
  const control =
    shown.find((one) => nameOf(one) === name) ?? shown.find((one) => nameOf(one).startsWith(name));
  if (control === undefined) return undefined;
  control.scrollIntoView({ block: 'center' });
  const { left, top, width, height } = control.getBoundingClientRect();
  return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
}
