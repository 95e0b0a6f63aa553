import type { AlertData, ChatData, ClosedData, TradeData } from '../../shared/contract/socket.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { wireAlert } from '../alerts/alert-calls.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Chat, ChatMessage } from '../chat/chat.ts';
import { wireChatMessage } from '../chat/chat-calls.ts';
import type { AccountReads } from '../exchange/account-reads.ts';
import type { AccountEvent, Exchange } from '../exchange/exchange.ts';
import { wireAccount, wireOrder } from '../exchange/order-calls.ts';
import type { Market } from '../feed/market.ts';
import { bodyOf, createAudience, offer, type Subscription, sendSnapshot, type Topic } from './audience.ts';
import type { Flusher } from './flusher.ts';

/**
 * The private topics of one account. Each event is sent at once in its own frame: orders are never conflated. Of alerts,
 * which are few, the whole list is sent as it is then.
 */
export interface AccountTopics {
  readonly trade: Topic;
  readonly closed: Topic;
  readonly chat: Topic;
  readonly alert: Topic;
  publish(event: AccountEvent): void;
  publishMessage(message: ChatMessage): void;
  publishAlerts(): void;
  /** Something may be missing: everybody gets a snapshot, and sees a gap. */
  readAgain(): void;
}

export interface AccountTopicDeps {
  readonly market: Market;
  readonly exchange: AccountReads & Pick<Exchange, 'mark'>;
  readonly chat: Pick<Chat, 'latest'>;
  readonly alerts: Pick<Alerts, 'list'>;
  readonly flusher: Flusher;
  readonly onFault: (where: string, error: unknown) => void;
}

export function createAccountTopics(
  account: AccountId,
  deps: AccountTopicDeps,
  onIdle: () => void,
): AccountTopics {
  const { exchange } = deps;
  const left = () => {
    if ([trade, closed, chat, alert].every(({ topic }) => topic.audience.size === 0)) onIdle();
  };
  const trade = createEventTopic<TradeData>(deps, left, async () => {
    const [orders, figures] = [await exchange.working(account), await exchange.figures(account)];
    return { orders: orders.map((order) => wireOrder(exchange, order)), account: wireAccount(figures) };
  });
  const closed = createEventTopic<ClosedData>(deps, left, async () => ({ ids: [] }));
  const chat = createEventTopic<ChatData>(deps, left, async () => ({
    messages: (await deps.chat.latest(account)).map(wireChatMessage),
  }));
  const alert = createStateTopic<AlertData>(deps, left, async () => ({
    alerts: (await deps.alerts.list(account)).map(wireAlert),
  }));
  return {
    trade: trade.topic,
    closed: closed.topic,
    chat: chat.topic,
    alert: alert.topic,
    publish(event) {
      trade.publish({
        orders: event.orders.map((order) => wireOrder(exchange, order)),
        account: wireAccount(event.account),
      });
      if (event.closedIds.length > 0) closed.publish({ ids: event.closedIds });
    },
    publishAlerts: alert.publish,
    readAgain() {
      for (const one of [trade, closed, chat]) one.readAgain();
      alert.publish();
    },
    publishMessage: (message) => chat.publish({ messages: [wireChatMessage(message)] }),
  };
}

/** Events that may arrive while a snapshot is read; with more, the snapshot is read again. */
const MAX_BACKLOG = 100;

function createEventTopic<T>(
  { market, flusher, onFault }: AccountTopicDeps,
  onIdle: () => void,
  load: () => Promise<T>,
) {
  const audience = createAudience();
  /** Events since the current read of a snapshot began, sent after it. Rows are complete, so a repeated one does no harm. */
  let backlog: Buffer[] | undefined;
  /** What the current read began with may miss something. */
  let isOld = false;

  async function serve(): Promise<void> {
    backlog = [];
    isOld = false;
    try {
      const snapshot = bodyOf(await load());
      const complete = !isOld && backlog.length <= MAX_BACKLOG;
      if (complete) for (const one of audience.waiting()) deliver(one, snapshot, backlog);
    } finally {
      backlog = undefined;
    }
    if (audience.isBehind()) flusher.requestLater(topic);
  }

  function deliver(to: Subscription, snapshot: Buffer, events: readonly Buffer[]): void {
    sendSnapshot(to, snapshot, market.now());
    for (const event of events) offer(to, event, market.now(), 'event');
  }

  const topic: Topic = {
    audience,
    onIdle,
    flush() {
      if (backlog !== undefined || audience.waiting().length === 0) return audience.isBehind();
      serve().catch((error: unknown) => {
        onFault('socket snapshot', error);
        flusher.requestLater(topic);
      });
      return false;
    },
  };
  return {
    topic,
    publish(data: T): void {
      if (audience.size === 0) return;
      const body = bodyOf(data);
      backlog?.push(body);
      audience.send(body, market.now(), 'event');
      if (audience.isBehind()) flusher.requestLater(topic);
    },
    readAgain(): void {
      isOld = true;
      audience.skip();
      flusher.request(topic);
    },
  };
}

/** Every frame is the whole state, read when it is sent. */
function createStateTopic<T>(
  { market, flusher, onFault }: AccountTopicDeps,
  onIdle: () => void,
  load: () => Promise<T>,
) {
  const audience = createAudience();
  let isReading = false;
  /** The state has changed since the current read began. */
  let isOld = false;

  async function serve(): Promise<void> {
    isReading = true;
    isOld = false;
    try {
      const body = bodyOf(await load());
      for (const one of audience.waiting()) sendSnapshot(one, body, market.now());
    } finally {
      isReading = false;
    }
    if (isOld) audience.outdate();
    if (audience.isBehind()) flusher.requestLater(topic);
  }

  const topic: Topic = {
    audience,
    onIdle,
    flush() {
      if (isReading || audience.waiting().length === 0) return audience.isBehind();
      serve().catch((error: unknown) => {
        onFault('socket snapshot', error);
        flusher.requestLater(topic);
      });
      return false;
    },
  };
  return {
    topic,
    publish(): void {
      if (audience.size === 0) return;
      isOld = true;
      audience.outdate();
      flusher.request(topic);
    },
  };
}
