import { useCallback } from 'react';
import type { HistoryFilter } from '../../../shared/domain/order.ts';
import { MAX_PAGE_SIZE } from '../../../shared/limits.ts';
import { err, ok, type Result } from '../../../shared/result.ts';
import { Fact } from '../../components/Fact.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { formatTime } from '../../format/date.ts';
import { formatDay, startOfDay } from '../../format/day.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, type Loaded, useBooked, useLoaded } from '../../state/ask.ts';
import { deviceNow } from '../../state/now.ts';
import { loadHistory } from '../../state/orders.ts';
import { hideable } from '../shared/Balance.tsx';
import {
  type Books,
  CURVE_SIZE,
  type BalanceCurve as Curve,
  curvePath,
  loadBalanceCurve,
} from './balance-curve.ts';
import styles from './OrderScreen.module.css';

interface BalanceCurveProps {
  readonly from: HistoryFilter['from'];
  readonly to: HistoryFilter['to'];
}

const BOOKS: Books = {
  ledger: (page) => ask('getLedger', { page, limit: MAX_PAGE_SIZE }),
  async balance() {
    const answer = await loadHistory(1, {}, 1);
    return answer.ok ? ok(answer.value.balance) : answer;
  },
};

/** The account's balance over the range of the history, whatever else its filter says. */
export function BalanceCurve({ from, to }: BalanceCurveProps) {
  const { t } = useTranslation();
  const load = useCallback((): Promise<Result<Curve | 'too-many'>> => read({ from, to }), [from, to]);
  const { loaded, reload } = useLoaded(load);
  useBooked(reload);
  return (
    <figure
      className={styles.curve}
      aria-label={t('curve.title')}
      aria-busy={loaded.status === 'loading' || undefined}
    >
      <figcaption className="soft">{t('curve.title')}</figcaption>
      <Body loaded={loaded} onRetry={() => void reload()} />
    </figure>
  );
}

async function read(range: Pick<HistoryFilter, 'from' | 'to'>): Promise<Result<Curve | 'too-many'>> {
  const answer = await loadBalanceCurve(BOOKS, range, deviceNow());
  if (answer.ok) return answer;
  return answer.error === 'too-many' ? ok('too-many') : err(answer.error);
}

interface BodyProps {
  readonly loaded: Loaded<Curve | 'too-many'>;
  readonly onRetry: () => void;
}

function Body({ loaded, onRetry }: BodyProps) {
  const { t } = useTranslation();
  if (loaded.status === 'loading') return <Skeleton height={DRAWN_HEIGHT} />;
  if (loaded.status === 'failed') return <RefusalState error={loaded.error} onRetry={onRetry} />;
  if (loaded.value === 'too-many') return <p className="soft">{t('curve.too_long')}</p>;
  if (loaded.value.steps.length === 0) return <p className="soft">{t('curve.empty')}</p>;
  return <Drawing curve={loaded.value} />;
}

/** Room above and below for the width of the line, and from the texts. */
const EDGE = 6;
/** Low: the orders below are what one came for. */
const DRAWN_HEIGHT = 64;
const STROKE = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;

/** The curve, and its figures in words. Time runs from left to right in all languages. */
function Drawing({ curve }: { readonly curve: Curve }) {
  const { t } = useTranslation();
  const nowMs = deviceNow();
  const { width, height } = CURVE_SIZE;
  const { first, last, lowest, highest, startMs, endMs } = curve;
  const base = highest === lowest ? height / 2 : ((highest - first) / (highest - lowest)) * height;
  const isOneDay = startOfDay(startMs) === startOfDay(endMs);
  const name = (ms: number) => (isOneDay ? formatTime(ms) : formatDay(ms, nowMs));
  return (
    <>
      <div dir="ltr">
        <svg
          viewBox={`0 ${-EDGE} ${width} ${height + 2 * EDGE}`}
          width="100%"
          height={DRAWN_HEIGHT}
          preserveAspectRatio="none"
          style={{ display: 'block' }}
          aria-hidden="true"
        >
          <path {...STROKE} stroke="var(--rail)" d={`M0 ${base}H${width}`} />
          <path {...STROKE} stroke="var(--series-1)" strokeWidth="2" d={curvePath(curve)} />
        </svg>
        <p className="ends tiny">
          <bdi translate="no">{name(startMs)}</bdi>
          <bdi translate="no">{name(endMs)}</bdi>
        </p>
      </div>
      <dl className={`figures ${styles.grid}`}>
        <Fact label={t('curve.first')} value={() => hideable(first)} />
        <Fact label={t('curve.last')} value={() => hideable(last)} />
        <Fact label={t('curve.lowest')} value={() => hideable(lowest)} />
        <Fact label={t('curve.highest')} value={() => hideable(highest)} />
      </dl>
    </>
  );
}
