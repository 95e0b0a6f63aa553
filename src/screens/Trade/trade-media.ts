import { watchedMedia } from '../../components/watched-media.ts';

/* As in the style sheets. */

/** A phone in landscape: price and ticket stand beside the chart, in the place of the page's header. */
export const [, useLying] = watchedMedia(
  '(orientation: landscape) and (max-height: 480px) and (min-width: 560px)',
);

/** A low phone: the price stands in the page's header. */
export const [, useLow] = watchedMedia(
  '(min-width: 17rem) and (max-width: 559px) and (min-height: 501px) and (max-height: 739px)',
);

/** So low a phone that the ticket has one line of figures. */
export const [, useLowest] = watchedMedia(
  '(min-width: 17rem) and (max-width: 559px) and (min-height: 501px) and (max-height: 599px)',
);
