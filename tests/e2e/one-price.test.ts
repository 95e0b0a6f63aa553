import { expect, it } from 'vitest';
import { submitAs } from './deals.ts';
import { openComputer } from './member.ts';
import { instrumentNamed } from './phone.ts';
import { openStage } from './stage.ts';

const stage = openStage();

/** Frames that are looked at, and more of them while the price has not moved, as in the quietest hour of the day. */
const FRAMES = 240;
const MOST_FRAMES = 3_000;
const OPENED = { cont: '0.1' };

/** What one frame shows of the instrument and of the account. */
interface Shown {
  readonly prices: Readonly<Record<'header' | 'list' | 'sell' | 'buy' | 'chart', string>>;
  readonly strip: string;
  readonly total: string;
  readonly equity: string;
  readonly rows: readonly string[];
}

/** Keeps the last price that was written onto the chart's upper layer: the tag of the price now is written after all else. */
const NOTE_TAG = `
  const write = CanvasRenderingContext2D.prototype.fillText;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    const layers = this.canvas.closest('[role=application]')?.querySelectorAll('canvas') ?? [];
    if (this.canvas === [...layers].at(-1) && /^1\\.\\d{5}$/.test(text)) window.__tag = text;
    return write.call(this, text, ...rest);
  };`;

it('header, list, ticket, chart, strip and totals show one snapshot of the market in every frame', async () => {
  const { product } = stage;
  const { page, member } = await openComputer(stage, 1280);
  const { Id: id } = await instrumentNamed(product.url, 'EURUSD');
  const opened = [
    await submitAs(product.url, member, 'buy', 'EURUSD', OPENED),
    await submitAs(product.url, member, 'buy', 'EURUSD', OPENED),
  ];
  await page.addInitScript({ content: NOTE_TAG });
  await page.goto(`/trade?id=${id}`);
  await page.getByText('Positions: 2').waitFor();
  await page
    .getByRole('region', { name: 'Positions in this instrument' })
    .getByRole('article')
    .nth(1)
    .waitFor();
  await page.locator('aside a[href="/portfolio"]').waitFor();
  await page.waitForFunction(() => '__tag' in window);
  const frames = await page.evaluate(
    async ([frames, most, path]) => {
      const strip = document.querySelector('section[aria-label="Positions in this instrument"]');
      const textOf = (node: Element | null | undefined) => node?.textContent ?? '';
      const priceIn = (text: string) => /1\.\d{5}/.exec(text)?.[0] ?? '';
      const moneyIn = (text: string) => /[-+][\d,]+\.\d\d/.exec(text)?.[0] ?? '';
      const account = document.querySelector('aside a[href="/portfolio"]');
      const header = [...document.querySelectorAll('main span')].find((node) =>
        /^1\.\d{5}$/.test(textOf(node)),
      );
      const seen: Shown[] = [];
      const hasMoved = () => seen.some(({ prices }) => prices.header !== seen[0]?.prices.header);
      for (let at = 0; at < frames || (at < most && !hasMoved()); at++) {
        await new Promise((shown) => requestAnimationFrame(() => setTimeout(shown)));
        seen.push({
          prices: {
            header: priceIn(textOf(header)),
            list: priceIn(textOf(document.querySelector(`aside li a[href="${path}"]`))),
            sell: priceIn(textOf(document.querySelector('[data-variant="sell"]')).slice(-7)),
            buy: priceIn(textOf(document.querySelector('[data-variant="buy"]')).slice(-7)),
            chart: String(Reflect.get(window, '__tag')),
          },
          strip: moneyIn(textOf(strip?.querySelector('button'))),
          rows: [...(strip?.querySelectorAll('article p') ?? [])].map((row) => moneyIn(textOf(row))),
          total: moneyIn(textOf(account)),
          equity: /[\d,]+\.\d\d/.exec(textOf(account))?.[0] ?? '',
        });
      }
      return seen;
    },
    [FRAMES, MOST_FRAMES, `/trade?id=${id}`] as const,
  );
  const [{ balance }] = await stage.operator.rows('balance', 'show', { uid: String(member.uid) });
  const number = (text: string) => Number(text.replaceAll(',', ''));
  // Zero has no sign.
  const cents = (amount: number) => Math.round(amount * 100) / 100 + 0;
  const seen = new Set<string>();
  for (const { prices, strip, rows, total, equity } of frames) {
    const price = prices.header;
    expect(prices).toEqual({ header: price, list: price, sell: price, buy: price, chart: price });
    const profits = opened.map(({ OriginPrice }) => (Number(price) - OriginPrice) * 10_000);
    const sum = profits.reduce((all, one) => all + one, 0);
    expect(rows.map(number).sort()).toEqual(profits.map(cents).sort());
    expect([number(strip), number(total)]).toEqual([cents(sum), cents(sum)]);
    expect(number(equity)).toBeCloseTo(balance + sum, 1);
    seen.add(price);
  }
  expect(seen.size).toBeGreaterThan(1);
});
