/**
 * Returns a function that writes a text into `node` and skips equal texts. Browsers are asked not to translate it: a
 * translator puts copies in the place of text nodes, which would keep the price of that moment. If one does so all the same,
 * the next text replaces its copy.
 */
export function textWriter(node: HTMLElement): (text: string) => void {
  let shown = '';
  let leaf = document.createTextNode(shown);
  node.translate = false;
  node.replaceChildren(leaf);
  return (text) => {
    const isIntact = leaf.parentNode === node;
    if (text === shown && isIntact) return;
    if (isIntact && text.length === shown.length && text[0] === shown[0] && !text.includes('/')) {
      leaf.data = text;
    } else {
      // A longer text, or one with a wider sign, starts elsewhere when it is aligned at its end. That counts as a layout shift,
      // but not for a new node.
      leaf = writeBreakable(node, text);
    }
    shown = text;
  };
}

/**
 * Writes a text that may break behind a slash between letters, as `EUR/USD` in a narrow row, without a character that is copied
 * with it.
 * @returns the first text node
 */
export function writeBreakable(node: Element, text: string): Text {
  const [first = '', ...rest] = text.split(/(?<=\S\/)(?=\S)/);
  const leaf = document.createTextNode(first);
  node.replaceChildren(leaf, ...rest.flatMap((part) => [document.createElement('wbr'), part]));
  return leaf;
}
