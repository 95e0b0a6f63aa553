import { createPictureShelf, type PictureShelf } from './picture-shelf.ts';

/** A mini chart as an image that has been loaded. */
export interface SparkPicture {
  /** Held so that the browser keeps it in memory: another `<img>` of its `src` shows it without waiting. */
  readonly image: HTMLImageElement;
  /** What it shows: [times… | closes…]. */
  readonly points: Float64Array;
}

/** More than a long list has rows; a picture is 1 to 3 kB, its points are 1 kB. */
const MAX_PICTURES = 600;

/** Pictures by instrument and size; those that leave are given up with their object URLs. */
export const createSparkShelf = (): PictureShelf<SparkPicture> =>
  createPictureShelf(MAX_PICTURES, ({ image }) => URL.revokeObjectURL(image.src));

/** @returns nothing if the browser can't show it; its object URL is given up then */
export function loadImage(blob: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image();
  image.src = URL.createObjectURL(blob);
  return new Promise((done) => {
    image.onload = () => done(image);
    image.onerror = () => {
      URL.revokeObjectURL(image.src);
      done(undefined);
    };
  });
}

export function samePoints(one: Float64Array, other: Float64Array | undefined): boolean {
  if (one === other) return true;
  return one.length === other?.length && one.every((value, i) => value === other[i]);
}
