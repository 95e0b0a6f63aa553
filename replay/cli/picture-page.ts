/** Parts of a page that one opens from the disk: no script but its own, nothing from the network. */

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text of a recording, which anybody may have made. */
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ESCAPES[char] ?? char);

const STYLE = `
:root{color-scheme:light dark}body{margin:1rem;font:14px/1.4 system-ui,sans-serif}h1{font-size:1.2rem}
table{border-collapse:collapse;width:100%}th,td{padding:.25rem .5rem;text-align:left;vertical-align:top}
th{position:sticky;top:0;background:Canvas}tr{border-bottom:1px solid #8884}
td{font:12px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}.word{white-space:nowrap}tr[data-bad] td{background:#f802}
.pictures{display:flex;gap:1rem;align-items:start}figure{margin:0;flex:0 1 26rem;min-width:0}img{width:100%}
input{font:inherit;padding:.4rem;width:min(30rem,90%);margin:.5rem 0}`;

/** Shows the rows that contain what is typed, and opens those that contain it folded. */
const SEARCH = `const box=document.querySelector('input');const rows=[...document.querySelectorAll('tbody tr')];
box.oninput=()=>{const text=box.value.toLowerCase();const has=(node)=>node.textContent.toLowerCase().includes(text);
for(const row of rows){row.hidden=!has(row);const fold=row.querySelector('details');
if(fold)fold.open=text!==''&&!row.hidden&&[...fold.querySelectorAll('p')].some(has)}}`;

/** A picture in the page itself. */
export interface PagePicture {
  readonly name: string;
  readonly png: Buffer;
}

const figure = ({ name, png }: PagePicture): string =>
  `<figure><figcaption>${escaped(name)}</figcaption>
<img alt="${escaped(name)}" src="data:image/png;base64,${png.toString('base64')}"></figure>`;

export const pageHead = (
  title: string,
  lines: readonly string[],
  columns: readonly string[],
  pictures: readonly PagePicture[] = [],
): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title><style>${STYLE}</style><h1>${escaped(title)}</h1>
${lines.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
${pictures.length === 0 ? '' : `<div class="pictures">${pictures.map(figure).join('')}</div>`}
<label>Search <input type="search"></label>
<table><thead><tr>${columns.map((name) => `<th>${escaped(name)}</th>`).join('')}</tr></thead><tbody>
`;

/** Numbers, times and names, which are not broken. */
const WORD = /^[\w.:]{1,24}$/;

const cellOf = (cell: string): string => `<td${WORD.test(cell) ? ' class="word"' : ''}>${escaped(cell)}</td>`;

interface RowOptions {
  readonly isBad?: boolean;
  /** Shown below the last cell, once that is opened. */
  readonly whole?: readonly string[];
}

export function pageRow(cells: readonly string[], { isBad = false, whole = [] }: RowOptions = {}): string {
  const last = cells.at(-1) ?? '';
  const folded = whole.filter((text) => text !== last).map((text) => `<p>${escaped(text)}</p>`);
  const opened = `<td><details><summary>${escaped(last)}</summary>${folded.join('')}</details></td>`;
  const tail = folded.length === 0 ? cellOf(last) : opened;
  return `<tr${isBad ? ' data-bad' : ''}>${cells.slice(0, -1).map(cellOf).join('')}${tail}</tr>\n`;
}

export const pageEnd = (): string => `</tbody></table><script>${SEARCH}</script></html>\n`;
