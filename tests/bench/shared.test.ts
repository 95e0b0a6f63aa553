import { describe, expect, it } from 'vitest';
import { endShared, share, wasUsed } from '../../bench/rig/shared.ts';
import { type Opening, whileOpen } from '../../bench/rig/while-open.ts';

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

describe('a resource shared by suites', () => {
  it('is opened once, stays open, and counts as warm from the second use on', async () => {
    const { log, use } = room();
    await use();
    await use();
    expect(log).toEqual(['1 used', '1 used again']);
  });

  it('is closed once at its end, and opened again for a later user', async () => {
    const { log, shared, use } = room();
    await use();
    await shared.end();
    await shared.end();
    await use();
    expect(log).toEqual(['1 used', '1 closed', '2 used']);
  });

  it('ends unless it still has a user', async () => {
    const { log, use } = room();
    await use();
    await endShared(['browser']);
    expect(log).toEqual(['1 used']);
    await endShared(['busy exchange']);
    expect(log).toEqual(['1 used', '1 closed']);
  });

  it('is opened again after a failure, which its user gets', async () => {
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

function openings() {
  const log: string[] = [];
  const opening = (name: string, opened: Promise<string> = Promise.resolve(name)): Opening<string> => ({
    opened,
    close: async (one) => log.push(`${one} closed`),
  });
  return { log, opening };
}

describe('a list of temporary resources', () => {
  it('is passed on in order and closed afterwards', async () => {
    const { log, opening } = openings();
    const said = await whileOpen<[string, string], string>(
      [opening('browser'), opening('exchange')],
      async (...lent) => {
        expect(log).toEqual([]);
        return lent.join(' and ');
      },
    );
    expect(said).toBe('browser and exchange');
    expect(log).toEqual(['browser closed', 'exchange closed']);
  });

  it('is closed when its use fails', async () => {
    const { log, opening } = openings();
    const used = whileOpen<[string], void>([opening('browser')], () => Promise.reject(new Error('no page')));
    await expect(used).rejects.toThrow('no page');
    expect(log).toEqual(['browser closed']);
  });

  it('is closed when another resource cannot be opened, even if it opens after that failure', async () => {
    const { log, opening } = openings();
    let open = (_: string) => {};
    const late = new Promise<string>((resolve) => {
      open = resolve;
    });
    const used = whileOpen<[string, string], void>(
      [opening('exchange', Promise.reject(new Error('no port'))), opening('browser', late)],
      () => Promise.reject(new Error('was used')),
    );
    open('browser');
    await expect(used).rejects.toThrow('no port');
    expect(log).toEqual(['browser closed']);
  });
});
