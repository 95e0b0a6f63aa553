import { useState } from 'react';
import styles from './InstrumentLogo.module.css';

interface InstrumentLogoProps {
  readonly logo: string;
  readonly name: string;
  /** Pixels, square. */
  readonly size?: number | undefined;
}

/** An instrument's mark; its first letters where the picture is missing. The name stands beside it, so it is decorative. */
export function InstrumentLogo({ logo, name, size = 32 }: InstrumentLogoProps) {
  const [failed, setFailed] = useState('');
  const box = { inlineSize: size, blockSize: size };
  if (logo === '' || failed === logo) {
    return (
      <span className={styles.letters} style={box} aria-hidden="true">
        {name.slice(0, 2)}
      </span>
    );
  }
  return (
    <img
      className={styles.logo}
      style={box}
      src={logo}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setFailed(logo)}
    />
  );
}
