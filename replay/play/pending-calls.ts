import type { RouteShape } from '../../shared/contract/routes.ts';
import type { Answer, Answers } from './answers.ts';

export interface Call {
  readonly method: RouteShape['method'];
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** Calls to an exchange made from a recording: answered at once, or when the recording tells what they ask for. */
export interface Calls {
  ask(call: Call, give: (answer: Answer) => void): void;
  /** The recording told something. */
  moved(): void;
  /** Nothing more comes. */
  end(): void;
}

/** Until so long after its start a recording may still tell what an app asks for at its own start. */
const BEGINNING_MS = 5_000;

export function createCalls(answers: Answers, at: () => number): Calls {
  let waiting: { readonly call: Call; readonly give: (answer: Answer) => void }[] = [];
  let isOver = false;

  const isWaiting = ({ path, query }: Call) =>
    !isOver && at() < BEGINNING_MS && answers.isOnItsWay(path, query);
  const answer = ({ method, path, query }: Call) => answers.answer(method, path, query);

  function moved(): void {
    if (waiting.length === 0) return;
    const due = waiting.filter(({ call }) => !isWaiting(call));
    waiting = waiting.filter((one) => !due.includes(one));
    for (const { call, give } of due) give(answer(call));
  }

  return {
    moved,
    ask(call, give) {
      if (isWaiting(call)) waiting.push({ call, give });
      else give(answer(call));
    },
    end() {
      isOver = true;
      moved();
    },
  };
}
