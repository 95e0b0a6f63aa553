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
  /** Reads signals; sets the colour of the text. */
  readonly tone?: (() => Tone | undefined) | undefined;
  /** Highlights the changed digits for a moment. */
  readonly flash?: boolean | undefined;
  /** The text is words, not a number: it follows the direction of the page. */
  readonly words?: boolean | undefined;
}

/**
 * A text that changes with every tick. An effect writes the text node, so that a tick costs no React render and never
 * restarts a transition. Pass stable functions, or every render of the parent recreates the effect.
 */
export function SigText({ text, className, tone, flash = false, words = false }: SigTextProps) {
  const span = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const node = span.current;
    if (node === null) return;
    const write = flash ? changeWriter(node) : textWriter(node);
    return effect(() => {
      write(text());
      const colour = tone?.();
      if (colour === undefined) delete node.dataset['tone'];
      else if (node.dataset['tone'] !== colour) node.dataset['tone'] = colour;
    });
  }, [text, tone, flash]);
  return <span ref={span} className={className} dir={words ? undefined : 'ltr'} />;
}

/** As `textWriter`, with a flash of the digits that change. With reduced motion nothing flashes, and one text node suffices. */
export const changeWriter = (node: HTMLElement): ((text: string) => void) =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ? textWriter(node) : flashWriter(node);

/** The animation of `SigText.module.css`. */
const FLASH_MS = 400;

/**
 * Keeps the unchanged start of the text and the changed rest in two nodes. The animation has two names, since only a new
 * name restarts it. A flash ends before the next one begins: with many ticks a second it would restart all the time.
 * Browsers do not translate the text, see `textWriter`.
 */
function flashWriter(node: HTMLElement): (text: string) => void {
  let same = document.createTextNode('');
  let changed = document.createElement('span');
  node.translate = false;
  node.replaceChildren(same, changed);
  let shown = '';
  let turn = false;
  let isLit = false;
  let kept = 0;
  return (text) => {
    const isIntact = same.parentNode === node && changed.parentNode === node;
    if (text === shown && isIntact) return;
    if (!isIntact) {
      same = document.createTextNode('');
      node.replaceChildren(same, changed);
    }
    let prefix = 0;
    while (prefix < shown.length && shown[prefix] === text[prefix]) prefix++;
    // If the changed rest begins at another character, it is a new node without a flash: a moved one would count as a layout
    // shift.
    if (prefix !== kept) {
      changed.remove();
      changed = node.appendChild(document.createElement('span'));
    }
    kept = prefix;
    // A first price does not flash: the flash would move from the whole text to the digits that change next, a layout shift.
    if (prefix > 0 && !isLit) {
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
