/** Writes a ticking text into a node that is its own: what is the same is not written. */
export function textWriter(node: Element): (text: string) => void {
  let shown = '';
  let leaf = document.createTextNode(shown);
  node.replaceChildren(leaf);
  return (text) => {
    if (text === shown) return;
    if (text.length === shown.length) {
      leaf.data = text;
    } else {
      // At the end side a longer text begins elsewhere, which the browser takes for a layout shift; of a new node it doesn't.
      leaf = document.createTextNode(text);
      node.replaceChildren(leaf);
    }
    shown = text;
  };
}
