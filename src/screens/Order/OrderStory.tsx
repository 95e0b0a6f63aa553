import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { CODE } from '../../../shared/contract/codes.ts';
import type { OrderEvent } from '../../../shared/contract/order-story.ts';
import type { Order } from '../../../shared/domain/order.ts';
import { LOCAL_CODE, type Refusal } from '../../../shared/result.ts';
import { later } from '../../clock.ts';
import { Button } from '../../components/Button.tsx';
import { Outline } from '../../components/LoadedView.tsx';
import { exactTime } from '../../format/date.ts';
import { formatShortDay, startOfDay } from '../../format/day.ts';
import { UNKNOWN } from '../../format/number.ts';
import { notLoadedText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, COLLECT_MS, useLoaded } from '../../state/ask.ts';
import styles from './OrderStory.module.css';
import { type StoryLine, storyLines } from './story-lines.ts';

interface OrderStoryProps {
  readonly order: Order;
  /** The story has the height of this many lines while it loads; of more lines it shows the newest until a tap. */
  readonly room: number;
}

/** The story behind a button, at the end of a sheet that has other things to do: all of it on a tap. */
export function AskedStory({ order }: { readonly order: Order }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  if (asked) return <OrderStory order={order} room={2} isAsked />;
  return (
    <div className={styles.ask}>
      <Button variant="quiet" wide onClick={() => setAsked(true)}>
        {t('story.title')}
      </Button>
    </div>
  );
}

/** What happened to an order, to the millisecond. Loaded again when the order changes. */
export function OrderStory({
  order,
  room,
  isAsked = false,
}: OrderStoryProps & { readonly isAsked?: boolean }) {
  const { t } = useTranslation();
  const heading = useId();
  const load = useCallback(() => ask('getOrderStory', { id: order.id }), [order.id]);
  const { loaded, reload } = useLoaded(load);
  const facts = factsOf(order);
  const known = useRef(facts);
  useEffect(() => {
    if (known.current === facts) return;
    return later(COLLECT_MS, () => {
      known.current = facts;
      void reload();
    });
  }, [facts, reload]);
  return (
    <section
      className={styles.story}
      aria-labelledby={heading}
      ref={isAsked ? comeToView : undefined}
      tabIndex={-1}
    >
      <h3 id={heading} className="strong">
        {t('story.title')}
      </h3>
      <div className={styles.body} style={{ minBlockSize: `${room * LINE_REM}rem` }}>
        {loaded.status === 'loading' && (
          <Outline rows={Array.from({ length: room }, () => BONE)} className={styles.bones} />
        )}
        {loaded.status === 'failed' && <Failure error={loaded.error} onRetry={reload} />}
        {loaded.status === 'ready' && (
          <Lines order={order} events={loaded.value.events} room={room} isAsked={isAsked} />
        )}
      </div>
      {loaded.status === 'ready' && loaded.stale && <p className="soft">{notLoadedText(t, loaded.stale)}</p>}
    </section>
  );
}

/** What events change of an order: a step of its trailing stop has none. */
const factsOf = ({ stopLoss, ...order }: Order): string =>
  JSON.stringify({ ...order, stopLoss: order.trailPoints === undefined && stopLoss });

/** Height of a line with its detail. */
const LINE_REM = 3.5;
const BONE = { width: '75%', height: `${LINE_REM - 1.5}rem` } as const;

/** The section appears in place of the button that had the focus. */
function comeToView(node: HTMLElement | null): void {
  node?.scrollIntoView();
  node?.focus({ preventScroll: true });
}

/** Why there is no story, in the room of its lines. An exchange without a journal does not know the call. */
function Failure({ error, onRetry }: { readonly error: Refusal; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (error.code === CODE.notFound) return <p className="soft">{t('story.none')}</p>;
  return (
    <div role="alert">
      <p className="soft">{notLoadedText(t, error)}</p>
      {error.code !== LOCAL_CODE.notRecorded && (
        <Button variant="quiet" size="s" onClick={onRetry}>
          {t('public.retry')}
        </Button>
      )}
    </div>
  );
}

interface LinesProps extends OrderStoryProps {
  readonly events: readonly OrderEvent[];
  readonly isAsked: boolean;
}

/** The newest: a long story would make the sheet slow. */
const MOST_LINES = 200;

function Lines({ order, events, room, isAsked }: LinesProps) {
  const { t } = useTranslation();
  const [isUnfolded, setUnfolded] = useState(false);
  const told = storyLines(t, order, events);
  const lines = told.slice(-MOST_LINES);
  const hidden = isAsked || isUnfolded || lines.length <= room ? 0 : lines.length - room + 1;
  if (lines.length === 0) return <p className="soft">{t('story.none')}</p>;
  return (
    <>
      {hidden > 0 && (
        <Button variant="quiet" size="s" onClick={() => setUnfolded(true)}>
          {t('story.show_all', { count: lines.length })}
        </Button>
      )}
      {hidden === 0 && told.length > MOST_LINES && (
        <p className="soft">{t('story.newest', { count: MOST_LINES })}</p>
      )}
      <ol ref={isUnfolded ? focus : undefined} tabIndex={-1}>
        {lines.slice(hidden).map((line, at, shown) => (
          <Line key={line.key} line={line} before={shown[at - 1]} />
        ))}
      </ol>
    </>
  );
}

/** The button that had the focus is gone. */
const focus = (list: HTMLElement | null): void => list?.focus();

/** @param before the line above, whose day is not said again */
function Line({ line, before }: { readonly line: StoryLine; readonly before: StoryLine | undefined }) {
  const { atMs, isMain, text, detail } = line;
  return (
    <li data-main={isMain || undefined}>
      <Moment ms={atMs} isNewDay={before === undefined || startOfDay(before.atMs) !== startOfDay(atMs)} />
      <span className={styles.pip} />
      <div className={styles.words}>
        <p>{text}</p>
        {detail !== '' && <p className="soft">{detail}</p>}
      </div>
    </li>
  );
}

function Moment({ ms, isNewDay }: { readonly ms: number; readonly isNewDay: boolean }) {
  if (Number.isNaN(ms)) return <span className="soft">{UNKNOWN}</span>;
  const [seconds, fraction, rest] = exactTime(ms);
  return (
    <time className="soft" dateTime={new Date(ms).toISOString()} translate="no">
      <span dir="ltr">
        {seconds}
        <span className="tiny">{fraction}</span>
        {rest}
      </span>
      {isNewDay && <span className="tiny">{formatShortDay(ms)}</span>}
    </time>
  );
}
