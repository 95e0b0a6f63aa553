import { lateLogout } from '../late-logout.ts';
import { siteFile } from '../site-file.ts';
import { alertsOf } from './alerts.ts';
import { messagesOf } from './chat.ts';
import { rankingOf } from './ranking.ts';

/** What the first screen does without for a moment: the worker loads it with the first of these. */
export const LATER_STREAMS = {
  alerts: alertsOf,
  chat: messagesOf,
  ranking: rankingOf,
  lateLogout,
  siteFile,
} as const;
