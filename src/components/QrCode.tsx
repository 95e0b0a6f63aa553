import { useMemo } from 'react';
import { renderSVG } from 'uqr';
import styles from './QrCode.module.css';

/** Pixels; specification, section 9. */
const SIZE = 160;

/** A QR code, always dark on light: every scanner can read that. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const source = useMemo(
    () => `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`,
    [text],
  );
  return <img className={styles.code} src={source} width={SIZE} height={SIZE} alt={label} />;
}
