import { loadList, loadPaths, ROW_PX } from '../list-market.ts';

/**
 * The optimum with which the list is compared: recycled absolute rows whose text nodes are written once a frame,
 * nothing else. It shows what the product's row shows: letters as a logo, code, name, mini chart, price, change.
 */
interface Row {
  readonly element: HTMLElement;
  readonly logo: HTMLElement;
  readonly code: Text;
  readonly name: Text;
  readonly path: SVGPathElement;
  readonly close: Text;
  readonly change: Text;
  readonly changeCell: HTMLElement;
  index: number;
}

const list = await loadList();
const container = document.getElementById('rows') as HTMLElement;
container.style.height = `${list.length * ROW_PX}px`;

const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

let sparks: ReadonlyMap<number, string> = new Map();
const rows: Row[] = Array.from({ length: Math.ceil(innerHeight / ROW_PX) + 1 }, makeRow);
const byId = new Map<number, Row>();
let first = -1;
let arrived: Float64Array | undefined;

function makeRow(): Row {
  const element = document.createElement('div');
  element.className = 'row';
  element.innerHTML =
    '<span class="logo" aria-hidden="true"></span><span class="name"><span class="code"> </span><span class="full"> </span></span><svg viewBox="0 0 64 28"><path fill="none" stroke="currentColor"/></svg><span class="numbers"><span class="close" dir="ltr"> </span><span class="change" dir="ltr"> </span></span>';
  container.append(element);
  const part = (selector: string) => element.querySelector(selector) as HTMLElement;
  return {
    element,
    logo: part('.logo'),
    code: part('.code').firstChild as Text,
    name: part('.full').firstChild as Text,
    path: element.querySelector('path') as SVGPathElement,
    close: part('.close').firstChild as Text,
    change: part('.change').firstChild as Text,
    changeCell: part('.change'),
    index: -1,
  };
}

function place(): void {
  const top = Math.min(Math.floor(scrollY / ROW_PX), Math.max(0, list.length - rows.length));
  if (top === first) return;
  first = top;
  byId.clear();
  for (let index = top; index < top + rows.length && index < list.length; index++) {
    const row = rows[index % rows.length];
    const one = list[index];
    if (!row || !one) continue;
    byId.set(one.Id, row);
    if (row.index === index) continue;
    row.index = index;
    row.element.style.transform = `translateY(${index * ROW_PX}px)`;
    row.logo.dataset['letters'] = one.ShowCode.slice(0, 2);
    row.code.data = one.ShowCode;
    row.name.data = one.Name ?? '';
    row.close.data = '--';
    row.change.data = '--';
    row.path.setAttribute('d', sparks.get(one.Id) ?? '');
  }
  worker.postMessage({ visible: [...byId.keys()] });
}

worker.onmessage = ({ data }: MessageEvent<{ rows: Float64Array; count: number }>) => {
  if (arrived === undefined) requestAnimationFrame(() => paint(data.count));
  arrived = data.rows;
};

function paint(count: number): void {
  const values = arrived;
  arrived = undefined;
  if (values === undefined) return;
  for (let i = 0; i < count; i++) {
    const row = byId.get(values[i * 4] ?? 0);
    const close = values[i * 4 + 1] ?? Number.NaN;
    if (!row || Number.isNaN(close)) continue;
    const change = values[i * 4 + 2] ?? 0;
    const precision = list[row.index]?.PricePrecision ?? 2;
    write(row.close, close.toFixed(precision));
    write(row.change, `${change >= 0 ? '+' : ''}${change.toFixed(2)}%`);
    const tone = change >= 0 ? 'change up' : 'change down';
    if (row.changeCell.className !== tone) row.changeCell.className = tone;
  }
  worker.postMessage({ returned: values.buffer }, [values.buffer]);
}

function write(node: Text, text: string): void {
  if (node.data !== text) node.data = text;
}

addEventListener('scroll', place, { passive: true });
place();
sparks = await loadPaths(list);
for (const [id, row] of byId) row.path.setAttribute('d', sparks.get(id) ?? '');
