import { effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import { twoPartWriter } from '../../../components/two-part-writer.ts';
import styles from './Impact.module.css';

interface ChangeProps {
  /** Both read signals. */
  readonly before: () => string;
  readonly after: () => string;
  /** Whether the figure afterwards calls for attention. */
  readonly isAlarming?: (() => boolean) | undefined;
}

/** A figure before and after the order, live: `1,240% → 155%`. */
export function Change({ before, after, isAlarming }: ChangeProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = twoPartWriter(node, styles.after);
    return effect(() => {
      write(`${before()} → `, after());
      node.toggleAttribute('data-alarming', isAlarming?.() ?? false);
    });
  }, [before, after, isAlarming]);
  return <span ref={span} className={styles.change} dir="ltr" />;
}
