import type { Page } from 'playwright';

/**
 * Visible layout faults of the current page, one sentence each.
 * @param names data, such as names of instruments, people and news: only they may be truncated with dots
 */
export const faultsOn = (page: Page, names: readonly string[]): Promise<string[]> =>
  page.evaluate(`(() => {${PARTS.map(String).join('\n')}
    return find(${JSON.stringify(names)});
  })()`);

/** The functions below run in the page; they can use each other and nothing else in this file. */
const PARTS = [
  find,
  screenWidth,
  textsOf,
  boxesOf,
  within,
  isScroller,
  isHidden,
  layerOf,
  outside,
  beyond,
  cut,
  yields,
  spilled,
  broken,
  collisions,
  unscrolled,
  fields,
];

interface Text {
  readonly words: string;
  readonly node: Node;
  readonly parent: Element;
  readonly rects: readonly DOMRect[];
  readonly layer: Element;
}

function find(names: readonly string[]): string[] {
  const wide = document.documentElement.scrollWidth - screenWidth();
  const texts = textsOf(names);
  return [
    ...(wide > 0 ? [`the page is ${wide} px too wide`] : []),
    ...beyond(),
    ...texts
      .filter(({ words }) => /^[a-z]+(_[a-z]+)*\.[a-z_.]+$/.test(words))
      .map(({ words }) => `bare key ${words}`),
    ...texts.flatMap((text) => cut(text, names)),
    ...texts.flatMap(spilled),
    ...texts.flatMap((text) => broken(text, names)),
    ...collisions(texts),
    ...fields(),
  ];
}

/** Of the phone's screen: on a phone a page that is too wide widens `innerWidth`. */
function screenWidth(): number {
  return visualViewport === null ? innerWidth : Math.round(visualViewport.width * visualViewport.scale);
}

/** All text that is visible, or would be if it were not clipped. */
function textsOf(names: readonly string[]): Text[] {
  const texts: Text[] = [];
  const root = document.querySelector('dialog[open]') ?? document.body;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? '').trim();
    const parent = node.parentElement;
    if (words === '' || parent === null || isHidden(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = Number.parseFloat(getComputedStyle(parent).fontSize);
    const rects = boxesOf(range, size);
    const seen = names.includes(words) ? within(rects, parent) : rects;
    texts.push({ words, node, parent, rects: seen, layer: layerOf(parent) });
  }
  return texts;
}

/** The box of the glyphs: a font's own box is much higher. */
function boxesOf(range: Range, size: number): DOMRect[] {
  return [...range.getClientRects()]
    .filter(({ width }) => width > 0)
    .map(({ left, top, width, height }) => new DOMRect(left, top + (height - size) / 2, width, size));
}

/** For a truncated name, use its box. */
function within(rects: readonly DOMRect[], box: Element): DOMRect[] {
  const room = box.getBoundingClientRect();
  return rects
    .filter(({ top, bottom }) => top >= room.top - 1 && bottom <= room.bottom + 1)
    .map(({ left, right, top, height }) => {
      const start = Math.max(left, room.left);
      return new DOMRect(start, top, Math.max(0, Math.min(right, room.right) - start), height);
    });
}

function isScroller(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  return /auto|scroll/.test(overflowX + overflowY);
}

function isHidden(element: Element): boolean {
  // For screen readers, at some widths or all.
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (getComputedStyle(one).clipPath === 'inset(50%)') return true;
  return (
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    element.closest('.visually-hidden, option, script, style, title, noscript') !== null
  );
}

/** Content above the page does not cover content on it. */
function layerOf(element: Element): Element {
  for (let one: Element | null = element; one !== null; one = one.parentElement)
    if (/fixed|sticky/.test(getComputedStyle(one).position)) return one;
  return document.body;
}

function outside(inner: DOMRect, outer: DOMRect): boolean {
  return (
    inner.left < outer.left - 1 ||
    inner.right > outer.right + 1 ||
    inner.top < outer.top - 1 ||
    inner.bottom > outer.bottom + 1
  );
}

/** Elements beyond the edge of the screen, unless they can be scrolled into view. */
function beyond(): string[] {
  const over: string[] = [];
  const walk = (element: Element): void => {
    const { left, right, width, height } = element.getBoundingClientRect();
    const shown = width > 0 && height > 0 && !isHidden(element);
    if (shown && (left < -1 || right > screenWidth() + 1)) {
      over.push(`beyond the edge: ${element.outerHTML.slice(0, 120)}`);
      return;
    }
    if (!isScroller(element) && element.tagName !== 'svg') for (const child of element.children) walk(child);
  };
  walk(document.body);
  return over;
}

/** Text that an ancestor clips. */
function cut({ words, parent, rects }: Text, names: readonly string[]): string[] {
  if (names.includes(words)) return [];
  for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
    if (isScroller(box)) return [];
    if (yields(box, rects)) return [];
    const { overflowX, overflowY } = getComputedStyle(box);
    if (overflowX === 'visible' && overflowY === 'visible') continue;
    const { left, top } = box.getBoundingClientRect();
    const { clientLeft, clientTop, clientWidth, clientHeight } = box;
    const room = new DOMRect(left + clientLeft, top + clientTop, clientWidth, clientHeight);
    if (rects.some((rect) => outside(rect, room))) return [`cut off: ${words}`];
  }
  return [];
}

/** What wraps out of a box of one line is there whole or not at all. */
function yields(box: Element, rects: readonly DOMRect[]): boolean {
  const { flexWrap, overflowY } = getComputedStyle(box);
  const { bottom } = box.getBoundingClientRect();
  return (
    flexWrap !== 'nowrap' && /hidden|clip/.test(overflowY) && rects.every(({ top }) => top >= bottom - 1)
  );
}

/** Text that overflows its button, link or tab. */
function spilled({ words, parent, rects }: Text): string[] {
  const box = parent.closest('button, a, label, summary, [role=tab]');
  if (box === null || getComputedStyle(box).display === 'inline') return [];
  const room = box.getBoundingClientRect();
  // The others can be scrolled into view.
  for (let one: Element | null = parent; one !== null && one !== box; one = one.parentElement)
    if (yields(one, rects)) return [];
  const isChosen = box.ariaSelected === 'true';
  if (isChosen && (room.left < -1 || room.right > screenWidth() + 1))
    return [`chosen and out of sight: ${words}`];
  return rects.some((rect) => outside(rect, room)) ? [`out of its ${box.tagName}: ${words}`] : [];
}

/**
 * Words that go on in the next line without a hyphen. Data and addresses may have words of any length, and so have the pseudo
 * language and a text of twice the size.
 */
function broken({ words, node, parent }: Text, names: readonly string[]): string[] {
  const isLarge = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;
  const isData = names.includes(words) || parent.closest('[data-code], article') !== null;
  const isAddress = words.includes('://');
  if (isLarge || isData || isAddress || words.startsWith('[')) return [];
  const script = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}\p{M}]{2,}/gu;
  const lineOf = (at: number): number | undefined => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    // A letter behind a soft hyphen has a box in the line before, too.
    return [...range.getClientRects()].findLast(({ width }) => width > 0)?.top;
  };
  return [...(node.nodeValue ?? '').matchAll(script)]
    .filter(
      ({ 0: { length }, index }) => Math.abs((lineOf(index) ?? 0) - (lineOf(index + length - 1) ?? 0)) > 2,
    )
    .map(([word]) => `broken word: ${word}`);
}

/** Texts that overlap. */
function collisions(all: readonly Text[]): string[] {
  const texts = all.map((text) => ({ ...text, rects: unscrolled(text) }));
  return texts.flatMap((one, index) =>
    texts.slice(index + 1).flatMap((other) => {
      if (one.layer !== other.layer) return [];
      const meet = one.rects.some((a) =>
        other.rects.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
        ),
      );
      return meet ? [`on each other: ${one.words} / ${other.words}`] : [];
    }),
  );
}

/** The parts of a text that the boxes in which it scrolls show. */
function unscrolled({ parent, rects }: Text): readonly DOMRect[] {
  let shown = rects;
  for (let box: Element | null = parent; box !== null && box !== document.body; box = box.parentElement) {
    if (!isScroller(box)) continue;
    const { top, bottom } = box.getBoundingClientRect();
    shown = shown
      .map((rect) => {
        const start = Math.max(rect.top, top);
        return new DOMRect(rect.left, start, rect.width, Math.min(rect.bottom, bottom) - start);
      })
      .filter(({ height }) => height > 0);
  }
  return shown;
}

/** Placeholders and numbers that are longer than their field, and fields that an iPhone zooms in on. */
function fields(): string[] {
  const pen = document.createElement('canvas').getContext('2d');
  return [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')].flatMap((field) => {
    const style = getComputedStyle(field);
    if (field.matches(':read-write, select') && Number.parseFloat(style.fontSize) < 16)
      return [`text below 16 px: ${field.outerHTML.slice(0, 120)}`];
    const words = field.value === '' ? field.placeholder : field.inputMode === 'decimal' ? field.value : '';
    if (pen === null || words === '' || isHidden(field)) return [];
    const { fontSize } = field.value === '' ? getComputedStyle(field, '::placeholder') : style;
    pen.font = `${style.fontWeight} ${fontSize} ${style.fontFamily}`;
    const room =
      field.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight);
    return pen.measureText(words).width > room + 1 ? [`longer than its field: ${words}`] : [];
  });
}
