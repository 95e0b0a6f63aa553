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
import {
  bodyOf,
  createAudience,
  offer,
  offerChange,
  type Subscription,
  sendSnapshot,
  type Topic,
} from './audience.ts';
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
  readonly market: Pick<Market, 'wall'>;
  readonly exchange: Pick<AccountReads, 'snapshot'> & Pick<Exchange, 'mark'>;
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
  const state = createSharedRead(() => exchange.snapshot(account));
  const trade = createEventTopic<TradeData>(deps, left, async () => {
    const { n, orders, figures } = await state.read();
    return {
      n,
      data: { orders: orders.map((order) => wireOrder(exchange, order)), account: wireAccount(figures) },
    };
  });
  const closed = createEventTopic<ClosedData>(deps, left, async () => ({
    n: (await state.read()).n,
    data: { ids: [] },
  }));
  const chat = createEventTopic<ChatData>(deps, left, async () => ({
    data: { messages: (await deps.chat.latest(account)).map(wireChatMessage) },
  }));
  const alert = createStateTopic<AlertData>(deps, left, async () => ({
    alerts: (await deps.alerts.list(account)).map(wireAlert),
  }));
  return {
    trade: trade.topic,
    closed: closed.topic,
    chat: chat.topic,
    alert: alert.topic,
    publish({ n, orders, closedIds, account: figures }) {
      const data = () => ({
        orders: orders.map((order) => wireOrder(exchange, order)),
        account: wireAccount(figures),
      });
      trade.publishChange(n, data);
      closed.publishChange(n, closedIds.length > 0 ? () => ({ ids: closedIds }) : undefined, true);
    },
    publishAlerts: alert.publish,
    readAgain() {
      state.forget();
      for (const one of [trade, closed, chat]) one.readAgain();
      alert.publish();
    },
    publishMessage: (message) => chat.publish({ messages: [wireChatMessage(message)] }),
  };
}

/** Callers share a read in progress, which may have begun before they asked: it says which changes it contains. */
function createSharedRead<T>(load: () => Promise<T>) {
  let reading: Promise<T> | undefined;
  return {
    read(): Promise<T> {
      if (reading !== undefined) return reading;
      const begun = load().finally(() => {
        if (reading === begun) reading = undefined;
      });
      reading = begun;
      return begun;
    },
    /** The next caller gets a read that begins after now. */
    forget(): void {
      reading = undefined;
    },
  };
}

/** Events that may arrive while a snapshot is read; with more, the snapshot is read again. */
const MAX_BACKLOG = 100;

interface Snapshot<T> {
  /** Of a topic with numbered changes: the last one that it contains. */
  readonly n?: number;
  readonly data: T;
}

/** @param load returns a snapshot with all events published before the call, or with the number of the last one that it has */
function createEventTopic<T>(
  { market, flusher, onFault }: AccountTopicDeps,
  onIdle: () => void,
  load: () => Promise<Snapshot<T>>,
) {
  const audience = createAudience();
  /** Events since the current read of a snapshot began, to be sent after it. Rows are complete, so repeating one is harmless. */
  let backlog: ((to: Subscription) => void)[] | undefined;
  /** Events may have been missed since the current read began: it is repeated. */
  let isOld = false;

  async function serve(): Promise<void> {
    backlog = [];
    isOld = false;
    try {
      const { n, data } = await load();
      const body = bodyOf(data);
      const complete = !isOld && backlog.length <= MAX_BACKLOG;
      // A subscriber may have received a change that a read begun earlier lacks: it waits for the next read.
      const isNewTo = ({ change = 0 }: Subscription) => n === undefined || n >= change;
      if (complete) for (const one of audience.waiting().filter(isNewTo)) deliver(one, { n, body }, backlog);
    } finally {
      backlog = undefined;
    }
    if (audience.isBehind()) flusher.requestLater(topic);
  }

  function deliver(
    to: Subscription,
    { n, body }: { readonly n: number | undefined; readonly body: Buffer },
    events: readonly ((to: Subscription) => void)[],
  ): void {
    sendSnapshot(to, body, market.wall());
    if (n !== undefined) to.change = n;
    for (const event of events) event(to);
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
      backlog?.push((to) => offer(to, body, market.wall(), 'event'));
      audience.send(body, market.wall(), 'event');
      if (audience.isBehind()) flusher.requestLater(topic);
    },
    /**
     * @param data undefined if the change is not shown here
     * @param isFinal it stays true after later changes
     */
    publishChange(n: number, data: (() => T) | undefined, isFinal = false): void {
      if (audience.size === 0) return;
      const change = { n, body: data && bodyOf(data()), isFinal };
      backlog?.push((to) => offerChange(to, change, market.wall()));
      audience.sendChange(change, market.wall());
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
      for (const one of audience.waiting()) sendSnapshot(one, body, market.wall());
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
