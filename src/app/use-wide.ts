import { watchedMedia } from '../components/watched-media.ts';

/**
 * Whether the list of quotes stands beside every screen: from here on two columns fit; not on a phone in landscape. The same
 * in the style sheets.
 */
export const [isWide, useWide] = watchedMedia('(min-width: 900px) and (min-height: 481px)');
