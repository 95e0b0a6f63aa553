import { batch, effect, type ReadonlySignal, signal } from '@preact/signals-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { later } from '../../clock.ts';
import { SigLink } from '../../components/SigLink.tsx';
import { SigText } from '../../components/SigText.tsx';
import { toneOf } from '../../format/money.ts';
import { formatPercent } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { connection } from '../../state/connection.ts';
import { instrumentOf } from '../../state/market.ts';
import { homeRefreshes } from '../../state/refresh-home.ts';
import { knownRanking } from './known-ranking.ts';
import styles from './Movers.module.css';
import { type Mover, moversOf } from './movers.ts';
import { followTouch } from './touch-rest.ts';

const COUNT = 8;
const PERIOD_MS = 5_000;
/** The quotes may come a moment after the list: until they have, the pause between two tries doubles. */
const FIRST_TRY_MS = 500;

/**
 * The instruments with the largest changes of the day. Requested every few seconds: their ticks are not followed. Effects
 * write them, so that nothing is rendered under a finger that scrolls the list.
 */
export function Movers({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const { t } = useTranslation();
  const [places] = useState(() =>
    Array.from({ length: COUNT }, (_, key) => ({ key, mover: signal<Mover | undefined>() })),
  );
  const [count, setCount] = useState(0);
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const byId = new Map(instruments.map((one) => [one.id, one]));
    let isOver = false;
    const node = strip.current;
    if (node === null) return;
    const touch = followTouch(node);
    const look = async (): Promise<void> => {
      if (touch.isTouched() || document.visibilityState === 'hidden') return;
      const ranking = await knownRanking(instruments, 'change');
      if (isOver || touch.isTouched()) return;
      const movers = moversOf(ranking, COUNT, (id) => byId.get(id)?.market.status === 'open');
      batch(() => {
        for (const { key, mover } of places) mover.value = movers[key];
      });
      setCount(movers.length);
    };
    let waitMs = FIRST_TRY_MS;
    let cancelNext = (): void => {};
    const lookLater = (): void => {
      cancelNext = later(waitMs, () => {
        void look();
        waitMs = places[0]?.mover.peek() ? PERIOD_MS : Math.min(2 * waitMs, PERIOD_MS);
        lookLater();
      });
    };
    lookLater();
    const stops = [
      touch.stop,
      () => cancelNext(),
      // Now, and at each refresh, which may leave the list as it is.
      homeRefreshes.subscribe(() => void look()),
      effect(() => void node.toggleAttribute('data-old', connection.value.status !== 'live')),
    ];
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [instruments, places]);
  return (
    <ul ref={strip} className={styles.strip} aria-label={t('home.movers')}>
      {places.slice(0, count).map(({ key, mover }) => (
        <Cell key={key} of={mover} />
      ))}
    </ul>
  );
}

function Cell({ of }: { readonly of: ReadonlySignal<Mover | undefined> }) {
  const href = useCallback(() => `/trade?id=${of.value?.id}`, [of]);
  const name = useCallback(() => (of.value && instrumentOf(of.value.id)?.showCode) ?? '', [of]);
  const change = useCallback(() => formatPercent(of.value?.change), [of]);
  const tone = useCallback(() => toneOf(of.value?.change), [of]);
  return (
    <li>
      <SigLink href={href} className={styles.cell}>
        <SigText className="strong" text={name} words />
        <SigText text={change} tone={tone} />
      </SigLink>
    </li>
  );
}
