import { accountRoutes } from './account.ts';
import { chatRoutes } from './chat.ts';
import { marketRoutes } from './market.ts';
import { orderRoutes } from './orders.ts';
import { sessionRoutes } from './session.ts';
import { siteRoutes } from './site.ts';

/** The calls of the first screen and of dealing: part of the worker's first file. */
export const FIRST_ROUTES = {
  ...siteRoutes,
  ...sessionRoutes,
  ...accountRoutes,
  ...marketRoutes,
  ...orderRoutes,
  ...chatRoutes,
} as const;
