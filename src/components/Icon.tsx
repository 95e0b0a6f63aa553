import styles from './Icon.module.css';
import { ICONS, type IconSource } from './icons.ts';

/** Icons that point along the reading direction and turn around with it. */
const DIRECTIONAL: ReadonlySet<IconSource> = new Set(['back', 'forward', 'logout', 'menu']);

/** One of the product's own line icons; decorative: the control around it carries the label. */
export function Icon({ name, size = 24 }: { readonly name: IconSource; readonly size?: number }) {
  return (
    <svg
      className={DIRECTIONAL.has(name) ? styles.directional : styles.icon}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={typeof name === 'string' ? ICONS[name] : name.path} />
    </svg>
  );
}
