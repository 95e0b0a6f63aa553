import styles from './Icon.module.css';
import { ICONS, type IconSource } from './icons.ts';

/** Icons that point in the reading direction; they are mirrored in right-to-left layouts. */
const DIRECTIONAL: ReadonlySet<IconSource> = new Set(['back', 'forward', 'logout', 'menu']);

/** A line icon. It is decorative: the control around it has the label. */
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
