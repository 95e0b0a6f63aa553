import { describe, expect, it } from 'vitest';
import { endShared, share, wasUsed } from '../../bench/shared.ts';
import { whileOpen } from '../../bench/while-open.ts';

interface Browser {
  readonly number: number;
}

function room() {
  const log: string[] = [];
  let opened = 0;
  const shared = share('browser', () => ({
    opened: Promise.resolve({ number: ++opened }),
    close: async ({ number }) => log.push(`${number} closed`),
  }));
  const use = () =>
    whileOpen<[Browser], void>([shared.borrow()], async (browser) => {
      log.push(`${browser.number} used${wasUsed(browser) ? ' again' : ''}`);
    });
  return { log, shared, use };
}

describe('what suites share', () => {
  it('is opened once, stays open, and is known to be warm from the second use on', async () => {
    const { log, use } = room();
    await use();
    await use();
    expect(log).toEqual(['1 used', '1 used again']);
  });

  it('is closed once at its end, and opened anew for who comes after it', async () => {
    const { log, shared, use } = room();
    await use();
    await shared.end();
    await shared.end();
    await use();
    expect(log).toEqual(['1 used', '1 closed', '2 used']);
  });

  it('ends unless somebody has a use for it still', async () => {
    const { log, use } = room();
    await use();
    await endShared(['browser']);
    expect(log).toEqual(['1 used']);
    await endShared(['busy exchange']);
    expect(log).toEqual(['1 used', '1 closed']);
  });

  it('is opened anew after it could not be opened, which is told to who asked', async () => {
    let tries = 0;
    const shared = share('browser', () => ({
      opened: tries++ === 0 ? Promise.reject(new Error('no port')) : Promise.resolve({ number: tries }),
      close: async () => undefined,
    }));
    const use = () => whileOpen<[Browser], number>([shared.borrow()], async ({ number }) => number);
    await expect(use()).rejects.toThrow('no port');
    await shared.end();
    expect(await use()).toBe(2);
  });
});
