import {
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  type ColDef,
  colorSchemeDark,
  createGrid,
  type ICellRendererParams,
  ModuleRegistry,
  RenderApiModule,
  themeQuartz,
} from 'ag-grid-community';
import { type Listed, loadList, loadPaths, ROW_PX } from '../../../list/list-market.ts';
import { changeText, followQuotes, priceText, type Quote } from '../quotes.ts';

/**
 * AG Grid Community as its documentation recommends for quotes: rows with `getRowId`, one `applyTransactionAsync` per
 * socket frame, which the grid batches, only the modules in use, and the grid's virtual rows, which scroll in an
 * element of their own. Batches are applied every 16 ms instead of 50, so that prices change as often as on the other
 * pages; there is no header, so that as many rows are in view.
 */
interface RowData extends Listed {
  readonly quote: Quote | undefined;
}

ModuleRegistry.registerModules([
  CellStyleModule,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  RenderApiModule,
]);

const list = await loadList();
const rows = new Map<number, RowData>(list.map((one) => [one.Id, { ...one, quote: undefined }]));
let paths: ReadonlyMap<number, string> = new Map();

const logo = ({ data }: ICellRendererParams<RowData>) => {
  const image = document.createElement('img');
  image.className = 'logo';
  image.src = data?.Logo ?? '';
  return image;
};

const spark = ({ data }: ICellRendererParams<RowData>) => {
  const holder = document.createElement('span');
  holder.innerHTML = `<svg class="spark" viewBox="0 0 64 28"><path fill="none" stroke="currentColor" d="${paths.get(data?.Id ?? 0) ?? ''}"/></svg>`;
  return holder;
};

const columnDefs: readonly ColDef<RowData>[] = [
  { colId: 'logo', width: 56, cellRenderer: logo },
  { colId: 'name', field: 'ShowCode', flex: 1 },
  { colId: 'spark', width: 84, cellRenderer: spark },
  {
    colId: 'close',
    width: 96,
    type: 'rightAligned',
    valueGetter: ({ data }) => priceText(data?.quote, data?.PricePrecision ?? 2),
  },
  {
    colId: 'change',
    width: 84,
    type: 'rightAligned',
    valueGetter: ({ data }) => changeText(data?.quote),
    cellClassRules: {
      up: ({ data }) => (data?.quote?.change ?? 0) >= 0,
      down: ({ data }) => (data?.quote?.change ?? 0) < 0,
    },
  },
];

const host = document.getElementById('grid');
if (host !== null) {
  const grid = createGrid<RowData>(host, {
    theme: themeQuartz.withPart(colorSchemeDark).withParams({ wrapperBorder: false, headerRowBorder: false }),
    columnDefs: [...columnDefs],
    defaultColDef: { sortable: false, resizable: false, suppressMovable: true },
    rowData: [...rows.values()],
    getRowId: ({ data }) => String(data.Id),
    rowHeight: ROW_PX,
    headerHeight: 0,
    asyncTransactionWaitMillis: 16,
  });
  followQuotes((frame) => {
    const update = frame.flatMap((quote) => {
      const row = rows.get(quote.id);
      if (row === undefined) return [];
      const changed = { ...row, quote };
      rows.set(quote.id, changed);
      return [changed];
    });
    grid.applyTransactionAsync({ update });
  });
  paths = await loadPaths(list);
  grid.refreshCells({ columns: ['spark'], force: true });
}
