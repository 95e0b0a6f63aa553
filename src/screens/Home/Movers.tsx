import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { every, later } from '../../clock.ts';
import { toneOf } from '../../format/money.ts';
import { formatPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { rankingBy } from '../../state/market.ts';
import styles from './Movers.module.css';
import { type Mover, moversOf } from './movers.ts';

const COUNT = 8;
const PERIOD_MS = 5_000;
/** The quotes may come a moment after the list. */
const FIRST_TRY_MS = 500;
/** Nothing moves while, or shortly after, a finger is on the strip. */
const REST_MS = 5_000;

/** The instruments with the largest changes of the day. Asked for every few seconds: not a tick of theirs is followed. */
export function Movers({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const { t } = useTranslation();
  const [movers, setMovers] = useState<readonly Mover[]>([]);
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const byId = new Map(instruments.map((one) => [one.id, one]));
    let isOver = false;
    let isTouched = false;
    let cancelRest = (): void => {};
    const touch = (): void => {
      isTouched = true;
      cancelRest();
      cancelRest = later(REST_MS, () => {
        isTouched = false;
      });
    };
    const look = async (): Promise<void> => {
      if (isTouched || document.visibilityState === 'hidden') return;
      const ranking = await rankingBy('change');
      if (isOver || isTouched || !ranking.ok) return;
      setMovers(moversOf(ranking.value, COUNT, (id) => byId.get(id)?.market.status === 'open'));
    };
    void look();
    const stops = [later(FIRST_TRY_MS, () => void look()), every(PERIOD_MS, () => void look())];
    const node = strip.current;
    for (const event of ['pointerdown', 'scroll', 'focusin'])
      node?.addEventListener(event, touch, { passive: true });
    return () => {
      isOver = true;
      cancelRest();
      for (const stop of stops) stop();
      for (const event of ['pointerdown', 'scroll', 'focusin']) node?.removeEventListener(event, touch);
    };
  }, [instruments]);
  return (
    <div className={styles.movers}>
      <span className={`soft ${styles.title}`} aria-hidden="true">
        {t('home.movers')}
      </span>
      <ul ref={strip} className={styles.strip} aria-label={t('home.movers')}>
        {movers.map(({ id, change }) => (
          <li key={id}>
            <Link href={`/trade?id=${id}`} className={styles.cell}>
              <span className="strong">{instruments.find((one) => one.id === id)?.showCode}</span>
              <span data-tone={toneOf(change)} dir="ltr">
                {formatPercent(change)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
