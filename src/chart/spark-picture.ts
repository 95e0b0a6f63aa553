import { createPictureShelf, type PictureShelf } from './picture-shelf.ts';
import styles from './Sparkline.module.css';
import type { SparkSize } from './spark-plot.ts';

/** A mini chart as an image that has been loaded. */
export interface SparkPicture {
  /** Kept loaded and decoded, wherever it hangs. */
  readonly image: HTMLImageElement;
  /** What it shows: [times… | closes…]. */
  readonly points: Float64Array;
}

/** More than a long list has rows; a picture is 1 to 3 kB, its points are 1 kB. */
const MAX_PICTURES = 600;

/** Pictures by instrument and size. */
export const createSparkShelf = (): PictureShelf<SparkPicture> => createPictureShelf(MAX_PICTURES);

/** The image itself is hung up: another one of its `src` would have to be loaded. One that hangs elsewhere stays there. */
export function showPicture(place: HTMLElement, { image }: SparkPicture): void {
  place.replaceChildren(image.isConnected ? image.cloneNode() : image);
}

/**
 * As a data URL, which costs the page a fifth of an object URL, whose making waits for another process.
 * @returns nothing if the browser can't show it
 */
export async function loadImage(
  blob: Blob,
  { width, height }: SparkSize,
): Promise<HTMLImageElement | undefined> {
  const image = new Image(width, height);
  Object.assign(image, { alt: '', decoding: 'sync', className: styles.picture });
  image.src = await dataUrlOf(blob);
  return image.decode().then(
    () => image,
    () => undefined,
  );
}

function dataUrlOf(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((done) => {
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => done('');
    reader.readAsDataURL(blob);
  });
}

export function samePoints(one: Float64Array, other: Float64Array | undefined): boolean {
  if (one === other) return true;
  return one.length === other?.length && one.every((value, i) => value === other[i]);
}
