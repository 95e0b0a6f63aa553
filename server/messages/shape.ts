import type { CODE } from '../../shared/contract/codes.ts';

/** One short sentence for every code but success, in one language. */
export type Messages = Readonly<Record<Exclude<keyof typeof CODE, 'success'>, string>>;
