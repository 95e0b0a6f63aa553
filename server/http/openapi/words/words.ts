import type { CODE } from '../../../../shared/contract/codes.ts';
import type { RequestOf, RouteName } from '../../../../shared/contract/routes.ts';

type NamesOf<T> = T extends unknown ? keyof T : never;

/** What a description says of a call beyond what the route table and its fields say. */
interface Words<N extends RouteName> {
  readonly summary: string;
  /** Markdown. */
  readonly text?: string;
  /** Each parameter of the contract, by its name. */
  readonly parameters: Readonly<Record<NamesOf<RequestOf<N>>, string>>;
  /** Codes of its own refusals; those that follow from the route are added to them. */
  readonly refusals?: readonly (keyof typeof CODE)[];
}

export type WordsOf<N extends RouteName> = { readonly [K in N]: Words<K> };

export const CID = 'your own id for this intent: the same one again is answered with the first reply';
export const PAGE = 'from 1, 20 a page';
export const CAPTCHA = 'id of a captcha, where `verify_reg_type` is 2';
export const AREA = "of a phone: `id` of its country's dialling code";
