import { effect } from '@preact/signals-react';
import { useLayoutEffect, useRef } from 'react';
import { later } from '../clock.ts';
import styles from './SigText.module.css';
import { textWriter } from './text-writer.ts';

type Tone = 'up' | 'down' | 'flat';

interface SigTextProps {
  /** Reads signals; runs again when one of them changes. */
  readonly text: () => string;
  readonly className?: string | undefined;
  /** Reads signals; the colour of the text. */
  readonly tone?: (() => Tone | undefined) | undefined;
  /** Lights up the digits that changed for a moment. */
  readonly flash?: boolean | undefined;
  /** Not a number: it runs as the page does. */
  readonly words?: boolean | undefined;
}

/**
 * A ticking text. The effect writes the text node itself, so that a tick costs no React render and never restarts a
 * transition. Pass functions that stay the same, or the effect is set up anew with every render of the parent.
 */
export function SigText({ text, className, tone, flash = false, words = false }: SigTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = flash ? flashWriter(node) : textWriter(node);
    return effect(() => {
      write(text());
      const colour = tone?.();
      if (colour === undefined) delete node.dataset['tone'];
      else if (node.dataset['tone'] !== colour) node.dataset['tone'] = colour;
    });
  }, [text, tone, flash]);
  return <span ref={span} className={className} dir={words ? undefined : 'ltr'} />;
}

/** The animation of `SigText.module.css`. */
const FLASH_MS = 400;

/**
 * Two leaves, what stayed and what changed; two names of one animation, since only a new name starts it again. A flash
 * ends before the next begins: at many ticks a second it would else stand still, at the cost of a picture more for each.
 */
function flashWriter(node: HTMLElement): (text: string) => void {
  const same = document.createTextNode('');
  const changed = document.createElement('span');
  node.replaceChildren(same, changed);
  let shown = '';
  let turn = false;
  let isLit = false;
  return (text) => {
    if (text === shown) return;
    let prefix = 0;
    while (prefix < shown.length && shown[prefix] === text[prefix]) prefix++;
    if (shown !== '' && !isLit) {
      isLit = true;
      later(FLASH_MS, () => {
        isLit = false;
      });
      turn = !turn;
      changed.className = (turn ? styles.odd : styles.even) ?? '';
    }
    same.data = text.slice(0, prefix);
    changed.textContent = text.slice(prefix);
    shown = text;
  };
}
