import { describe, expect, it } from 'vitest';
import { type Opening, whileOpen } from '../../bench/while-open.ts';

function room() {
  const log: string[] = [];
  const opening = (name: string, opened: Promise<string> = Promise.resolve(name)): Opening<string> => ({
    opened,
    close: async (one) => log.push(`${one} closed`),
  });
  return { log, opening };
}

describe('what is open for a while', () => {
  it('is lent in its order and closed afterwards', async () => {
    const { log, opening } = room();
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
    const { log, opening } = room();
    const used = whileOpen<[string], void>([opening('browser')], () => Promise.reject(new Error('no page')));
    await expect(used).rejects.toThrow('no page');
    expect(log).toEqual(['browser closed']);
  });

  it('is closed when something beside it can not be opened, even if it opens later than that fails', async () => {
    const { log, opening } = room();
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
