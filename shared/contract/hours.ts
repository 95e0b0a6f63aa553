import * as param from './parameter.ts';
import type { Infer } from './schema.ts';
import { list, named, object, optional, tuple, whole } from './schema.ts';

/** When an instrument trades. */

export type TradingSessions = Infer<typeof TradingSessions>;
export const TradingSessions = named(
  object({
    /** What the sessions cover, epoch ms: a week back, and the week to come with its first opening. */
    from: whole(),
    to: whole(),
    /** Absent where hours are not known, as for recorded prices. */
    sessions: optional(list(tuple<[opens: number, closes: number]>(2))),
  }),
);

export const hoursRoutes = {
  getHours: {
    method: 'GET',
    path: '/v1/api/forex/hours',
    request: { forex_id: param.integer(1) },
    answer: TradingSessions,
  },
} as const;
