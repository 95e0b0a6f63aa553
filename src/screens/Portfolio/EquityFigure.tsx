import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useCallback, useMemo } from 'react';
import { SigText } from '../../components/SigText.tsx';
import { useNodeEffect } from '../../components/use-node-effect.ts';
import { formatDay, formatShortDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { deviceNow } from '../../state/now.ts';
import { hideable, hideableText } from '../shared/Balance.tsx';
import { CURVE, type EquityCurve, equityCurve, MAX_TICKS, openingOf } from './equity-curve.ts';
import styles from './PortfolioScreen.module.css';
import type { Performance } from './performance.ts';

const { equity } = figures;
/** Room above and below for the width of the line, and half a line of text. */
const EDGE = 8;
const LABELS = Array.from({ length: MAX_TICKS }, (_, nth) => nth);

/** The equity over some days, with its number axis and both ends of its time axis. */
export function EquityFigure({ of }: { readonly of: Performance }) {
  const { t } = useTranslation();
  const curve = useMemo(
    () => computed(() => (equity.value === undefined ? undefined : equityCurve(of, equity.value))),
    [of],
  );
  const [firstDay] = of.days;
  const opening = openingOf(of);
  return (
    <figure className={styles.curve} aria-label={t('portfolio.curve')}>
      <div className={styles.plot} dir="ltr">
        <svg
          viewBox={`0 ${-EDGE} ${CURVE.width} ${CURVE.height + 2 * EDGE}`}
          width="100%"
          height={CURVE.height + 2 * EDGE}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <Stroke of={curve} draw={gridOf} className={styles.grid} />
          <Stroke of={curve} draw={startOf} className={styles.level} />
          <Stroke of={curve} draw={pathOf} className={styles.equity} />
          <Stroke of={curve} draw={dotsOf} className={styles.dots} />
        </svg>
        <div className={`tiny ${styles.axis}`} aria-hidden="true">
          {LABELS.map((nth) => (
            <Label key={nth} of={curve} nth={nth} />
          ))}
        </div>
      </div>
      {firstDay !== undefined && (
        <figcaption className={`ends tiny ${styles.days}`}>
          <SigText
            words
            text={() =>
              t('portfolio.since', { amount: hideable(opening), day: formatDay(firstDay.start, deviceNow()) })
            }
          />
          <bdi>{t('history.day_today', { day: formatShortDay(deviceNow()) })}</bdi>
        </figcaption>
      )}
    </figure>
  );
}

type Drawn = ReadonlySignal<EquityCurve | undefined>;

const pathOf = ({ path }: EquityCurve): string => path;
const dotsOf = ({ dots }: EquityCurve): string => dots;
const startOf = ({ start }: EquityCurve): string => `M0 ${start}H${CURVE.width}`;
const gridOf = ({ ticks }: EquityCurve): string => ticks.map(({ y }) => `M0 ${y}H${CURVE.width}`).join('');

interface StrokeProps {
  readonly of: Drawn;
  readonly draw: (curve: EquityCurve) => string;
  readonly className: string | undefined;
}

/** A part of the drawing, written at every change of the equity. */
function Stroke({ of, draw, className }: StrokeProps) {
  const path = useNodeEffect<SVGPathElement>(
    useCallback(
      (node) => {
        const drawn = of.value === undefined ? '' : draw(of.value);
        if (node.getAttribute('d') !== drawn) node.setAttribute('d', drawn);
      },
      [of, draw],
    ),
  );
  return <path ref={path} className={className} fill="none" vectorEffect="non-scaling-stroke" />;
}

interface LabelProps {
  readonly of: Drawn;
  readonly nth: number;
}

/** The amount beside a line of the grid. */
function Label({ of, nth }: LabelProps) {
  const label = useNodeEffect<HTMLSpanElement>(
    useCallback(
      (node) => {
        const { ticks, decimals } = of.value ?? {};
        const tick = ticks?.[nth];
        node.textContent = tick === undefined ? '' : hideableText(formatMoney(tick.worth, decimals));
        node.style.insetBlockStart = `${tick?.y ?? 0}px`;
      },
      [of, nth],
    ),
  );
  return <span ref={label} translate="no" />;
}
