import type { ReactNode } from 'react';
import styles from './Rail.module.css';
import { useNodeEffect } from './use-node-effect.ts';

/** A place on the rail in percent; reads signals. Undefined while unknown. */
type Place = () => number | undefined;

interface RailProps {
  /** In words, for screen readers; reads signals. Without it the rail only repeats what texts beside it say. */
  readonly label?: (() => string) | undefined;
  readonly children: ReactNode;
}

/** A number axis as a thin line. Like every number axis it runs from left to right in all languages. */
export function Rail({ label, children }: RailProps) {
  const rail = useNodeEffect<HTMLDivElement>((node) => {
    const words = label?.();
    if (words !== undefined && node.ariaLabel !== words) node.ariaLabel = words;
  });
  const role = label === undefined ? { 'aria-hidden': true } : { role: 'img' };
  return (
    <div ref={rail} className={styles.rail} dir="ltr" {...role}>
      {children}
    </div>
  );
}

/** A value on the rail. */
export function RailMark({ at }: { readonly at: number }) {
  return <span className={styles.mark} style={{ insetInlineStart: `${at}%` }} />;
}

interface RailPipProps {
  readonly at: Place;
  readonly hollow?: boolean;
  /** Moves there in a short time; for values that change seldom. */
  readonly glides?: boolean;
}

/**
 * Here, now. A span as wide as the rail carries the pip at its start, so that a translation in percent is one of the rail:
 * a tick changes one transform, without layout.
 */
export function RailPip({ at, hollow = false, glides = false }: RailPipProps) {
  const node = useNodeEffect<HTMLSpanElement>((span) => {
    const now = at();
    span.hidden = now === undefined;
    const moved = now === undefined ? '' : `translateX(${now}%)`;
    if (span.style.transform !== moved) span.style.transform = moved;
  });
  return (
    <span
      ref={node}
      className={styles.carrier}
      data-hollow={hollow || undefined}
      data-glides={glides || undefined}
      hidden
    />
  );
}

interface RailPartProps {
  readonly from: number;
  readonly to: Place;
  readonly tone: () => 'up' | 'down' | 'flat' | 'warn' | undefined;
}

/** The part of the rail between two places, in the colour of its tone. */
export function RailPart({ from, to, tone }: RailPartProps) {
  const node = useNodeEffect<HTMLSpanElement>((span) => {
    const end = to();
    const colour = tone();
    span.hidden = end === undefined || colour === undefined;
    if (end === undefined || colour === undefined) return;
    const moved = `translateX(${from}%) scaleX(${(end - from) / 100})`;
    if (span.style.transform !== moved) span.style.transform = moved;
    if (span.dataset['tone'] !== colour) span.dataset['tone'] = colour;
  });
  return <span ref={node} className={styles.part} hidden />;
}

/** A share of the rail in percent, in steps of a quarter: a pip moves only when that can be seen. */
export const railPlace = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 400) / 4;
