import { alertRoutes } from './alerts.ts';
import { contentRoutes } from './content.ts';
import { factorRoutes } from './factors.ts';
import { favouriteRoutes } from './favourites.ts';
import { hoursRoutes } from './hours.ts';
import { leaderRoutes } from './leaders.ts';
import { orderStoryRoutes } from './order-story.ts';
import { paymentRoutes } from './payments.ts';
import { peopleRoutes } from './people.ts';
import { portfolioRoutes } from './portfolio.ts';
import { pushRoutes } from './push.ts';

/** The calls that only later screens make: the worker loads them with the first of these. */
export const LATER_ROUTES = {
  ...peopleRoutes,
  ...factorRoutes,
  ...leaderRoutes,
  ...paymentRoutes,
  ...contentRoutes,
  ...alertRoutes,
  ...favouriteRoutes,
  ...pushRoutes,
  ...portfolioRoutes,
  ...hoursRoutes,
  ...orderStoryRoutes,
} as const;
