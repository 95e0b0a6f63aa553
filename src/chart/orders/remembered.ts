import type { Translate } from '../../i18n/use-translation.ts';

/** More than a finger's way has points on a screen. */
const MOST = 500;

/** A translator that keeps its texts: each frame of a drag asks for the same labels, and a translation costs as much as a draw. */
export function remembered(t: Translate): Translate {
  const texts = new Map<string, string>();
  return (key, values) => {
    const name = values === undefined ? key : `${key} ${JSON.stringify(values)}`;
    const known = texts.get(name);
    if (known !== undefined) return known;
    if (texts.size >= MOST) texts.clear();
    const text = t(key, values);
    texts.set(name, text);
    return text;
  };
}
