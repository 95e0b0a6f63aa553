/** What a page has a screen reader say, and whether one can hear it. */
export interface Announced {
  readonly text: string;
  readonly live: string | null;
  /** Its region stood there a moment before, and not behind a modal dialog. */
  readonly isHearable: boolean;
}

const announced: Announced[] = [];
const placed = new WeakMap<Node, number>();

/** Since the last call of `listen`. Import this before the page announces anything: its region is a closed root. */
export const announcedTexts = (): readonly Announced[] => announced;

/** Waits until everything that was announced before has been said, and forgets it. */
export async function listen(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  announced.length = 0;
}

const QUIET_MS = 500;
const LEAST_KNOWN_MS = 100;

function isHearable(region: Element): boolean {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  return (
    performance.now() - (placed.get(region) ?? performance.now()) > LEAST_KNOWN_MS &&
    (modal === undefined || modal.contains(region))
  );
}

new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const node of addedNodes) placed.set(node, performance.now());
}).observe(document, { childList: true, subtree: true });

const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attach.call(this, init);
  if (this.role === 'log')
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          announced.push({ text: node.textContent ?? '', live: this.ariaLive, isHearable: isHearable(this) });
    }).observe(root, { childList: true });
  return root;
};
