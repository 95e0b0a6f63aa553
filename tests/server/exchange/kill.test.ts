import { describe, expect, it } from 'vitest';
import { auditBooks } from '../../../server/audit/audit.ts';
import { storedReply } from '../../../server/exchange/reply.ts';
import { dealAndKill } from '../../helpers/child.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { startDealing } from '../../helpers/dealing.ts';

const ROUNDS = 3;
const ANSWERS_BEFORE_KILL = 40;

describe('a process killed during trading', () => {
  it('loses none of its answers, and leaves no order half done', async () => {
    const dataDir = dataFolder();
    const first = await startDealing({ dataDir });
    const account = await first.openAccount();
    await first.stop();
    const opened = new Map<number, string>();
    const closed = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      for (const line of await dealAndKill([dataDir, String(account), String(round)], ANSWERS_BEFORE_KILL)) {
        const [what, id, cid = ''] = line.split(' ');
        if (what === 'opened') opened.set(Number(id), cid);
        if (what === 'closed') closed.add(Number(id));
      }
    }
    const after = await startDealing({ dataDir });
    const held = new Set((await after.exchange.working(account)).map(({ id }) => Number(id)));
    const { total } = await after.exchange.deals(account, 'closed', 1);
    expect(await auditBooks(after.store.read)).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(closed.size);
    for (const [id, cid] of opened) {
      if (closed.has(id)) expect(held.has(id)).toBe(false);
      const reply = await storedReply(after.store.read, account, { call: 'submit', cid });
      expect(reply && JSON.parse(reply.reply)).toMatchObject({ ok: true, value: { id, status: 'open' } });
    }
    // At most as many unanswered orders exist as were in flight at once.
    expect(held.size + total - opened.size).toBeLessThanOrEqual(3 * ROUNDS);
  });
});
