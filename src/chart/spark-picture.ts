import { createPictureShelf, type PictureShelf } from './picture-shelf.ts';

/** A mini chart as an image that has been loaded. */
export interface SparkPicture {
  /** Held so that the browser keeps it decoded: another `<img>` of its `src` shows it without waiting. */
  readonly image: HTMLImageElement;
  /** What it shows: [times… | closes…]. */
  readonly points: Float64Array;
}

/** More than a long list has rows; a picture is 1 to 3 kB, its points are 1 kB. */
const MAX_PICTURES = 600;

/** Pictures by instrument and size. */
export const createSparkShelf = (): PictureShelf<SparkPicture> => createPictureShelf(MAX_PICTURES);

/** Hidden rather than without a source: then the browser would build its stand-in for a missing picture. */
export function hidePicture(img: HTMLImageElement): void {
  img.style.visibility = 'hidden';
}

export function showPicture(img: HTMLImageElement, { image }: SparkPicture): void {
  img.src = image.src;
  img.style.visibility = 'visible';
}

/**
 * As a data URL, which costs the page a fifth of an object URL, whose making waits for another process.
 * @returns nothing if the browser can't show it
 */
export async function loadImage(blob: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = await dataUrlOf(blob);
  const shown = await new Promise<boolean>((done) => {
    image.onload = () => done(true);
    image.onerror = () => done(false);
  });
  // The image is kept for long.
  image.onload = image.onerror = null;
  return shown ? image : undefined;
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
