import { endOfDigits } from '../../shared/number-text.ts';

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
 * Returns a function that writes a price into `node`, of the class `price`: its first digits quiet, those that follow strong.
 * A tick writes the strong ones only.
 * @param writerOf of the strong digits
 */
export function priceWriter(
  node: HTMLElement,
  writerOf: (node: HTMLElement) => (text: string) => void = textWriter,
): (text: string, quietDigits: number) => void {
  let head = document.createTextNode('');
  let write: ((text: string) => void) | undefined;
  node.translate = false;
  return (text, quietDigits) => {
    const end = endOfDigits(text, quietDigits);
    const quiet = text.slice(0, end);
    if (write === undefined || quiet !== head.data || head.parentNode !== node) {
      // As above: moved digits would count as a layout shift.
      head = document.createTextNode(quiet);
      const strong = document.createElement('b');
      write = writerOf(strong);
      node.replaceChildren(head, strong);
    }
    write(text.slice(end));
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
