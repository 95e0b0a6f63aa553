import { useCallback, useEffect } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
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
  useEffect(() => followRows([{ id }]), [id]);
  const line = useNodeEffect<HTMLDivElement>(
    useCallback(
      (node) => {
        const drawn = heroLine(sparklineOf(id).value, quoteOf(id).close.value);
        node.hidden = drawn === undefined;
        if (drawn === undefined) return;
        const [path, base] = node.querySelectorAll('path');
        path?.setAttribute('d', drawn.path);
        base?.setAttribute('d', `M0 ${drawn.start}H${HERO.width}`);
        node.style.setProperty('--end', `${drawn.end}px`);
      },
      [id],
    ),
  );
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
        <LivePrice quote={quoteOf(id)} precision={precision} flash className={styles.price} />
      </p>
    </div>
  );
}
