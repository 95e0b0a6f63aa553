import { alertsOf } from './alerts.ts';
import { messagesOf } from './chat.ts';

/** The streams that only later screens read: the worker loads them with the first of these. */
export const LATER_STREAMS = { alerts: alertsOf, chat: messagesOf } as const;
