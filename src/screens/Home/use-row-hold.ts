import { useHold } from '../../components/use-hold.ts';

/** Calls with the link of a row that is held. The tap that ends a hold does not follow the link. */
export const useRowHold = (onHold: (link: HTMLAnchorElement) => void): void => useHold(linkOf, onHold);

/** The link of a row, or of a cell that stands for one. */
function linkOf({ target }: Event): HTMLAnchorElement | undefined {
  const link =
    target instanceof Element ? target.closest<HTMLAnchorElement>('li a[href^="/trade?id="]') : null;
  return link ?? undefined;
}
