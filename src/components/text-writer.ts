/** Returns a function that writes a text into `node` and skips equal texts. */
export function textWriter(node: Element): (text: string) => void {
  let shown = '';
  let leaf = document.createTextNode(shown);
  node.replaceChildren(leaf);
  return (text) => {
    if (text === shown) return;
    if (text.length === shown.length) {
      leaf.data = text;
    } else {
      // A longer text aligned at its end starts elsewhere, which counts as a layout shift. For a new node it does not.
      leaf = document.createTextNode(text);
      node.replaceChildren(leaf);
    }
    shown = text;
  };
}
