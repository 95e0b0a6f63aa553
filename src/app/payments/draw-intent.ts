import type { RequestOf } from '../../../shared/contract/routes.ts';
import { type KeptIntent, keptIntent } from '../../state/kept-intent.ts';

export type DrawOrder = Omit<RequestOf<'draw'>, 'cid'>;
export type DrawIntent = KeptIntent<DrawOrder>;

/** The withdrawal that an account asked for last. */
export const drawIntent = (uid: number): DrawIntent => keptIntent(`draw-intent.${uid}`);
