import { effect, signal } from '@preact/signals-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Price } from '../../../shared/domain/price.ts';
import { isShut } from '../../../shared/domain/usual-opening.ts';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { followRows, quoteOf, sparklineOf } from '../../state/quotes.ts';
import { LivePrice } from '../shared/LivePrice.tsx';
import styles from './HeroStream.module.css';
import { HERO, heroLine } from './hero-line.ts';

/** Above the words for a visitor: the last hour of the first market that is open, as a line that ends in its price now. */
export function HeroStream({ instruments }: { readonly instruments: readonly Instrument[] }) {
  const shown = instruments.find((one) => !isShut(one)) ?? instruments[0];
  return shown && <Stream key={shown.id} of={shown} />;
}

function Stream({ of }: { readonly of: Instrument }) {
  const { id, precision, showCode } = of;
  // Out of sight it follows no price and writes nothing.
  const [inView] = useState(() => signal(true));
  useEffect(() => effect(() => (inView.value ? followRows([{ id }]) : undefined)), [id, inView]);
  const price = useMemo(() => {
    let seen: Price | undefined;
    return () => {
      if (inView.value) seen = quoteOf(id).close.value;
      return seen;
    };
  }, [id, inView]);
  const line = useNodeEffect<HTMLDivElement>(
    useCallback(
      (node) => {
        const drawn = heroLine(sparklineOf(id).value, price());
        node.hidden = drawn === undefined;
        if (drawn === undefined) return;
        const [path, base] = node.querySelectorAll('path');
        path?.setAttribute('d', drawn.path);
        base?.setAttribute('d', `M0 ${drawn.start}H${HERO.width}`);
        node.style.setProperty('--end', `${drawn.end}px`);
      },
      [id, price],
    ),
  );
  useEffect(() => {
    // Not the line itself, which is hidden until it is known.
    const hero = line.current?.parentElement;
    if (!hero) return;
    const observer = new IntersectionObserver((entries) => {
      inView.value = entries.at(-1)?.isIntersecting ?? true;
    });
    observer.observe(hero);
    return () => observer.disconnect();
  }, [line, inView]);
  return (
    <div ref={line} className={styles.stream} dir="ltr" hidden>
      <svg
        viewBox={`0 0 ${HERO.width} ${HERO.height}`}
        width="100%"
        height={HERO.height}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path className={styles.line} vectorEffect="non-scaling-stroke" />
        <path className={styles.base} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={styles.tip}>
        <span className="tiny" translate="no">
          {showCode}
        </span>
        <LivePrice quote={quoteOf(id)} precision={precision} price={price} flash className={styles.price} />
      </p>
    </div>
  );
}
