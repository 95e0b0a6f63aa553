/*
 * A picture of the screen without asking for the right to capture it: the page's nodes and styles, drawn by the browser
 * as an SVG image. It differs from the screen in web fonts and in images of other addresses, which such an image may not
 * load. Fields are empty in it, and e-mail addresses masked.
 */

const XHTML = 'http://www.w3.org/1999/xhtml';
const EMAIL = /[^\s@"'<>]+@[^\s@"'<>]+\.[A-Za-z]{2,}/g;

/** What was shown behind dialogs. */
interface Shown {
  readonly svg: string;
  readonly path: string;
  /** Device pixels. */
  readonly width: number;
  readonly height: number;
}

const shownNow = (): Shown => ({
  svg: svgOfPage(),
  path: location.pathname,
  width: Math.round(innerWidth * devicePixelRatio),
  height: Math.round(innerHeight * devicePixelRatio),
});

/** The screen from which the user came to where a problem is reported. */
let left: Shown | undefined;

/** Where problems are reported. */
export const REPORT_PATH = '/mine/diagnostics';

/** Called before the user leaves the screen. */
export function rememberScreen(): void {
  left = shownNow();
}

export function forgetScreen(): void {
  left = undefined;
}

export interface ScreenPicture {
  /** PNG; undefined where the browser draws no such image. */
  readonly picture: Blob | undefined;
  readonly path: string;
}

/** Of the remembered screen, otherwise of the present one. */
export async function screenPicture(): Promise<ScreenPicture> {
  const shown = left ?? shownNow();
  return { picture: await drawn(shown), path: shown.path };
}

async function drawn({ svg, width, height }: Shown): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const paint = canvas.getContext('2d');
  if (paint === null) return undefined;
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    paint.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined)));
  } catch {
    // Some browsers count such an image as foreign and refuse to read the canvas.
    return undefined;
  }
}

function svgOfPage(): string {
  const source = document.documentElement;
  const page = document.createElementNS(XHTML, 'html');
  for (const { name, value } of source.attributes) page.setAttribute(name, value);
  const style = document.createElementNS(XHTML, 'style');
  // In the image the root is the SVG: what the page sets on its root belongs to the html element.
  style.textContent = cssOfPage().replaceAll(':root', 'html');
  const body = clonedBody();
  page.append(style, body);
  const text = new XMLSerializer().serializeToString(page);
  const size = `width="${innerWidth}" height="${innerHeight}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><foreignObject ${size}>${text}</foreignObject></svg>`;
}

function cssOfPage(): string {
  return [...document.styleSheets]
    .flatMap((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText);
      } catch {
        // A sheet of another site, as browser extensions add.
        return [];
      }
    })
    .join('\n');
}

/** What decides where a canvas lies; the layers of a chart lie over each other. */
const PLACED = ['position', 'inset', 'width', 'height', 'display', 'transform', 'translate'];

function clonedBody(): HTMLElement {
  const { body } = document;
  const clone = body.cloneNode(true) as HTMLElement;
  // A canvas is cloned empty.
  const drawn = clone.querySelectorAll('canvas');
  for (const [at, canvas] of [...body.querySelectorAll('canvas')].entries()) {
    const image = document.createElementNS(XHTML, 'img') as HTMLImageElement;
    // Rules for a canvas do not apply to an image. One by one: the page's policy forbids style attributes as a text.
    const style = getComputedStyle(canvas);
    for (const name of PLACED) image.style.setProperty(name, style.getPropertyValue(name));
    if (canvas.width > 0 && canvas.height > 0) image.setAttribute('src', canvas.toDataURL());
    drawn[at]?.replaceWith(image);
  }
  for (const one of clone.querySelectorAll('script, dialog, iframe')) one.remove();
  for (const field of clone.querySelectorAll('input, textarea')) {
    field.removeAttribute('value');
    if (field.localName === 'textarea') field.textContent = '';
  }
  maskTexts(clone);
  // The page is scrolled; the picture begins where the screen does.
  clone.style.marginBlockStart = `${-scrollY}px`;
  return clone;
}

function maskTexts(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    node.nodeValue = (node.nodeValue ?? '').replace(EMAIL, '***');
}
