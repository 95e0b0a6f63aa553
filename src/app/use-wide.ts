import { watchedMedia } from '../components/watched-media.ts';

/** From here on two columns fit; not on a phone that lies. The same in the style sheets. */
const wide = watchedMedia('(min-width: 900px) and (min-height: 481px)');

export const isWide = wide.matches;

/** Whether the list of quotes stands beside every screen. */
export const useWide = wide.use;
