import type { RouteName } from '../../../shared/contract/routes.ts';
import { contentWords } from './words/content.ts';
import { marketWords } from './words/market.ts';
import { orderWords } from './words/orders.ts';
import { paymentWords } from './words/payments.ts';
import { peopleWords } from './words/people.ts';
import { siteWords } from './words/site.ts';
import type { WordsOf } from './words/words.ts';

/** The calls by what they are about, in the order of the description. */
export const ROOMS = {
  'Before signing in': siteWords,
  People: peopleWords,
  Market: marketWords,
  Orders: orderWords,
  Money: paymentWords,
  'News and chat': contentWords,
} satisfies Readonly<Record<string, object>>;

export const WORDS: WordsOf<RouteName> = {
  ...siteWords,
  ...peopleWords,
  ...marketWords,
  ...orderWords,
  ...paymentWords,
  ...contentWords,
};
