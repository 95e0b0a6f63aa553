import { CODE } from '../../../shared/contract/codes.ts';
import type { RequestOf } from '../../../shared/contract/routes.ts';
import type { Result } from '../../../shared/result.ts';
import { newCid } from '../../state/ask.ts';
import { draftOf } from '../../state/entry.ts';

export type DrawOrder = Omit<RequestOf<'draw'>, 'cid'>;

interface Intent extends Readonly<Record<string, string>> {
  readonly order: string;
  readonly cid: string;
}

/** One withdrawal that was asked for keeps its id, reloads included, until the exchange has said yes or no to it. */
export function drawIntent(uid: number) {
  const kept = draftOf<Intent>(`draw-intent.${uid}`, []);
  return {
    cidOf(order: DrawOrder): string {
      const text = JSON.stringify(order);
      const before = kept.read();
      if (before?.order === text && before.cid !== undefined) return before.cid;
      const cid = newCid();
      kept.write({ order: text, cid });
      return cid;
    },
    /** An amount that the exchange may hold already: it is asked about again, whatever is left of the balance. */
    isOpen: (number: string): boolean => {
      const { order } = kept.read() ?? {};
      return order !== undefined && (JSON.parse(order) as DrawOrder).number === number;
    },
    settle(answer: Result<unknown>): void {
      if (answer.ok || isDefinite(answer.error.code)) kept.clear();
    },
  };
}

export type DrawIntent = ReturnType<typeof drawIntent>;

/** Local codes say nothing about what became of it, and neither does a server that broke. */
const isDefinite = (code: number): boolean => code > 0 && code !== CODE.internal;
