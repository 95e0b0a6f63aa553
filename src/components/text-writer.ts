/** Returns a function that writes a text into `node` and skips equal texts. */
export function textWriter(node: Element): (text: string) => void {
  let shown = '';
  let leaf = document.createTextNode(shown);
  node.replaceChildren(leaf);
  return (text) => {
    if (text === shown) return;
    if (text.length === shown.length && text[0] === shown[0]) {
      leaf.data = text;
    } else {
      // A longer text, or one with a wider sign, starts elsewhere when it is aligned at its end. That counts as a layout shift,
      // but not for a new node.
      leaf = document.createTextNode(text);
      node.replaceChildren(leaf);
    }
    shown = text;
  };
}
