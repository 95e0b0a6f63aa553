import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../architecture/sources.ts';

/** A new folder for pictures: one page per place, with all its looks. */
export interface Album {
  /** The file of a picture of this place and look. */
  fileFor(place: string, look: string): string;
  /** Writes the page that shows all pictures. */
  bind(): void;
}

/** @param name of the folder below `test-results`, which is emptied */
export function openAlbum(name: string): Album {
  const folder = join(root, 'test-results', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shown = new Map<string, string[]>();
  return {
    fileFor(place, look) {
      const looks = shown.get(place) ?? [];
      shown.set(place, [...looks, look]);
      if (looks.length === 0) mkdirSync(join(folder, place), { recursive: true });
      return join(folder, place, `${look}.jpg`);
    },
    bind() {
      const rows = [...shown].map(
        ([place, looks]) =>
          `<h2>${place}</h2><div>${looks.map((look) => figure(place, look)).join('')}</div>`,
      );
      writeFileSync(join(folder, 'index.html'), `${HEAD}${rows.join('\n')}`);
    },
  };
}

const figure = (place: string, look: string): string =>
  `<figure><img loading="lazy" src="${place}/${look}.jpg" alt=""><figcaption>${look}</figcaption></figure>`;

const HEAD = `<!doctype html><meta charset="utf-8"><title>Looks</title>
<style>body{font:14px sans-serif}div{display:flex;flex-wrap:wrap;gap:8px}figure{margin:0}img{width:180px;display:block}</style>
`;
