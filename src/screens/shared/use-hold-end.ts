import { useEffect, useState } from 'react';
import type { DrawMethod } from '../../../shared/contract/payments.ts';
import { later } from '../../clock.ts';
import { deviceNow } from '../../state/now.ts';

/** A longer timer would run at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Renders again whenever a hold of these destinations ends. */
export function useHoldEnd(methods: readonly Pick<DrawMethod, 'heldUntil'>[]): void {
  const [turn, setTurn] = useState(0);
  const ends = methods.map(({ heldUntil }) => heldUntil).join();
  useEffect(() => {
    const left = ends.split(',').map((end) => Date.parse(end) - deviceNow());
    const next = Math.min(...left.filter((ms) => ms > 0));
    if (next === Number.POSITIVE_INFINITY) return undefined;
    return later(Math.min(next, LONGEST_MS), () => setTurn(turn + 1));
  }, [ends, turn]);
}
