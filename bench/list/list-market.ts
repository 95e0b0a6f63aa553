/**
 * Shared by the pages that the list is compared with: the exchange's list, the paths of its mini charts, and its quotes.
 */
export interface Listed {
  readonly Id: number;
  readonly Logo: string;
  readonly ShowCode: string;
  readonly Name?: string;
  readonly PricePrecision: number;
}

export const ROW_PX = 56;

export async function loadList(): Promise<readonly Listed[]> {
  const answer = await fetch(`/v1/api/forex/trade_list?t=${Date.now()}`, { headers: { lang: 'hk' } });
  const { data }: { readonly data: { readonly list: readonly Listed[] } } = await answer.json();
  return data.list;
}

/** The `d` of each mini chart's path, in a box of 64 x 28. */
export async function loadPaths(list: readonly Listed[]): Promise<ReadonlyMap<number, string>> {
  const paths = new Map<number, string>();
  for (let from = 0; from < list.length; from += 50) {
    const ids = list.slice(from, from + 50).map(({ Id }) => Id);
    const answer = await fetch(`/v1/api/forex/abbreviated_cache_kline?forex_id=${ids.join(',')}&t=1`);
    const { data }: { readonly data: Readonly<Record<string, readonly Point[]>> } = await answer.json();
    for (const [id, points] of Object.entries(data)) paths.set(Number(id), pathOf(points));
  }
  return paths;
}

type Point = readonly [time: number, close: number];

function pathOf(points: readonly Point[]): string {
  const closes = points.map(([, close]) => close);
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const x = (at: number) => (at / Math.max(1, closes.length - 1)) * 64;
  const y = (close: number) => 26 - ((close - low) / (high - low || 1)) * 24;
  return closes.map((close, at) => `${at === 0 ? 'M' : 'L'}${x(at)} ${y(close)}`).join('');
}

/** Calls `take` for each frame of quotes with its rows: id, price, the day's open. */
export function followRows(take: (rows: readonly (readonly number[])[]) => void): void {
  const socket = new WebSocket(`ws://${location.host}/v1/ws`);
  socket.onopen = () => {
    socket.send(JSON.stringify({ cmd: 'sub', topic: 'DAY_MARKET' }));
    setInterval(() => socket.send('ping'), 5_000);
  };
  socket.onmessage = ({ data }: MessageEvent<string>) => {
    if (data === 'pong') return;
    const frame: { readonly topic?: string; readonly data?: readonly (readonly number[])[] } =
      JSON.parse(data);
    if (frame.topic === 'DAY_MARKET' && frame.data !== undefined) take(frame.data);
  };
}
