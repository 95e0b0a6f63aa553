import { followRows } from '../list-market.ts';

/**
 * A minimal worker for a live list: parses the frames, keeps the latest quote, transfers one array of the visible rows
 * per frame, and waits until it is returned.
 */
interface WorkerScope {
  onmessage: (event: MessageEvent<{ visible?: number[]; returned?: ArrayBuffer }>) => void;
  postMessage(message: unknown, transfer: Transferable[]): void;
}
const scope = self as unknown as WorkerScope;

const latest = new Map<number, readonly number[]>();
let visible: readonly number[] = [];
let changed = false;
let buffer: ArrayBuffer | undefined = new ArrayBuffer(64 * 4 * 8);

function send(): void {
  if (!changed || buffer === undefined || visible.length === 0) return;
  const rows = new Float64Array(buffer);
  visible.forEach((id, i) => {
    const [, close = Number.NaN, open = Number.NaN] = latest.get(id) ?? [];
    rows[i * 4] = id;
    rows[i * 4 + 1] = close;
    rows[i * 4 + 2] = ((close - open) / open) * 100;
  });
  changed = false;
  buffer = undefined;
  scope.postMessage({ rows, count: visible.length }, [rows.buffer]);
}

scope.onmessage = ({ data }) => {
  if (data.returned !== undefined) buffer = data.returned;
  if (data.visible !== undefined) {
    visible = data.visible;
    changed = true;
  }
  send();
};

followRows((rows) => {
  for (const row of rows) latest.set(row[0] ?? 0, row);
  changed = true;
  send();
});
