import { watchedMedia } from '../../components/watched-media.ts';

/**
 * A screen so wide that the chart has more than half of it; the same in the style sheets. Price and day's range stand in its
 * page's header, the account above the ticket, and the list beside it has rows alone.
 */
export const [, useHero] = watchedMedia('(min-width: 1100px) and (min-height: 481px)');
