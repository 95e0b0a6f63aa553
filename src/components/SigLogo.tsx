import type { ReadonlySignal } from '@preact/signals-react';
import { useCallback } from 'react';
import styles from './SigLogo.module.css';
import { useNodeEffect } from './use-node-effect.ts';

interface SigLogoProps {
  readonly of: ReadonlySignal<{ readonly logo: string; readonly code: string }>;
  /** Pixels, square. */
  readonly size?: number | undefined;
}

/** The logo of an instrument in a row that is reused: the image changes without a render. */
export function SigLogo({ of, size = 32 }: SigLogoProps) {
  const write = useCallback(
    (box: HTMLElement) => {
      const { logo, code } = of.value;
      const image = box.firstElementChild;
      if (!(image instanceof HTMLImageElement)) return;
      box.dataset['letters'] = code.slice(0, 2);
      if (logo === '') {
        image.removeAttribute('src');
        show(box, 'letters');
        return;
      }
      image.src = logo;
      // Until the new image has loaded, the element would show the old one beside the new name.
      show(box, image.complete ? 'image' : 'nothing');
    },
    [of],
  );
  const box = useNodeEffect<HTMLSpanElement>(write);
  return (
    <span
      ref={box}
      className={styles.box}
      style={{ inlineSize: size, blockSize: size }}
      aria-hidden="true"
      onLoad={(event) => show(event.currentTarget, 'image')}
      onError={(event) => show(event.currentTarget, 'letters')}
    >
      <img alt="" width={size} height={size} decoding="async" />
    </span>
  );
}

function show(box: HTMLElement, what: 'image' | 'letters' | 'nothing'): void {
  if (box.dataset['shows'] !== what) box.dataset['shows'] = what;
}
