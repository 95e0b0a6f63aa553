/**
 * Returns a function that writes two texts into `node`, the second one in a span of this class, and skips equal texts. Browsers do
 * not translate them, see `textWriter`.
 */
export function twoPartWriter(
  node: HTMLElement,
  restClass: string | undefined,
): (first: string, rest: string) => void {
  let first = document.createTextNode('');
  let rest = document.createTextNode('');
  node.translate = false;
  node.replaceChildren();
  return (nextFirst, nextRest) => {
    const isIntact = first.parentNode === node && (rest.data === '' || node.contains(rest));
    if (isIntact && nextFirst === first.data && nextRest === rest.data) return;
    if (
      !isIntact ||
      nextFirst.length !== first.data.length ||
      nextFirst[0] !== first.data[0] ||
      nextRest.length !== rest.data.length
    ) {
      // As in `textWriter`: a moved node would count as a layout shift.
      first = document.createTextNode('');
      rest = document.createTextNode('');
      const span = document.createElement('span');
      span.className = restClass ?? '';
      span.append(rest);
      node.replaceChildren(first, ...(nextRest === '' ? [] : [span]));
    }
    first.data = nextFirst;
    rest.data = nextRest;
  };
}
