import type { CODE } from '../../../shared/contract/codes.ts';
import type { RouteName } from '../../../shared/contract/routes.ts';
import { alertCalls, alertShapes } from './descriptions/alerts.ts';
import { contentCalls, contentShapes } from './descriptions/content.ts';
import { factorCalls, factorShapes } from './descriptions/factors.ts';
import { favouriteCalls } from './descriptions/favourites.ts';
import { hoursCalls, hoursShapes } from './descriptions/hours.ts';
import { leaderCalls, leaderShapes } from './descriptions/leaders.ts';
import { marketCalls, marketShapes } from './descriptions/market.ts';
import { orderStoryCalls, orderStoryShapes } from './descriptions/order-story.ts';
import { orderCalls, orderShapes } from './descriptions/orders.ts';
import { paymentCalls, paymentShapes } from './descriptions/payments.ts';
import { peopleCalls, peopleShapes } from './descriptions/people.ts';
import { portfolioCalls, portfolioShapes } from './descriptions/portfolio.ts';
import { pushCalls, pushShapes } from './descriptions/push.ts';
import { siteCalls, siteShapes } from './descriptions/site.ts';
import type { CallWords, Shape, Words } from './descriptions/words.ts';

/** The calls by subject, in the order of the document. */
export const SUBJECTS = {
  'Before signing in': siteCalls,
  People: peopleCalls,
  'Second factor': factorCalls,
  Market: { ...marketCalls, ...hoursCalls },
  Orders: { ...orderCalls, ...orderStoryCalls },
  Leaders: leaderCalls,
  Alerts: alertCalls,
  Favourites: favouriteCalls,
  Notifications: pushCalls,
  Portfolio: portfolioCalls,
  Money: paymentCalls,
  'News and chat': contentCalls,
} satisfies Readonly<Record<string, object>>;

/** The descriptions that all calls share. */
export interface Description {
  readonly summary: string;
  readonly text?: string;
  readonly refusals?: readonly (keyof typeof CODE)[];
  readonly parameters?: Readonly<Record<string, string>>;
  readonly answer?: Words;
}

const calls: CallWords<RouteName> = {
  ...siteCalls,
  ...peopleCalls,
  ...factorCalls,
  ...marketCalls,
  ...orderCalls,
  ...orderStoryCalls,
  ...leaderCalls,
  ...paymentCalls,
  ...contentCalls,
  ...alertCalls,
  ...favouriteCalls,
  ...pushCalls,
  ...portfolioCalls,
  ...hoursCalls,
};
export const DESCRIPTIONS: Readonly<Record<RouteName, Description>> = calls;

/** The named schemas, in the order of the document. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  ...marketShapes,
  ...orderShapes,
  ...orderStoryShapes,
  ...leaderShapes,
  ...paymentShapes,
  ...peopleShapes,
  ...factorShapes,
  ...siteShapes,
  ...contentShapes,
  ...alertShapes,
  ...pushShapes,
  ...portfolioShapes,
  ...hoursShapes,
};
