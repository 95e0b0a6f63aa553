import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../server/clock.ts';
import { operators } from '../../../server/operators/operator-commands.ts';
import { makeKeyFile, readKeyFile, signRequest } from '../../../server/operators/operator-key.ts';
import { latestSteps } from '../../../server/operators/operator-steps.ts';
import { askExchange } from '../../../server/ops/ask-exchange.ts';
import { openChannel } from '../../../server/ops/channel.ts';
import { type ChannelAddress, readAddress } from '../../../server/ops/channel-file.ts';
import { systemRandom } from '../../../server/random.ts';
import type { Store } from '../../../server/store/store.ts';
import { err, ok } from '../../../shared/result.ts';
import { atEnd } from '../../helpers/cleanup.ts';
import { dataFolder } from '../../helpers/data-folder.ts';
import { openTestStore } from '../../helpers/stores.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const OWNER = userInfo().username;
const MINE = { resource: 'operators', verb: 'list', values: {} };
const UNKNOWN = err({ kind: 'fault', sentence: 'The exchange does not know this key of ann.' });

let store: Store;
let address: ChannelAddress;
let folder: string;

async function open(): Promise<ChannelAddress> {
  const dataDir = temporaryFolder();
  const stop = await openChannel({
    resources: { operators },
    deps: { store, clock: systemClock },
    random: systemRandom,
    dataDir,
    onFault: (_, error) => {
      throw error;
    },
  });
  atEnd(stop);
  const found = readAddress(dataDir);
  if (found === undefined) throw new Error('no address');
  return found;
}

beforeEach(async () => {
  store = await openTestStore({ dataDir: dataFolder() });
  address = await open();
  folder = temporaryFolder();
});

const asOwner = (verb: string, values: Readonly<Record<string, string>>) =>
  askExchange(address, { resource: 'operators', verb, values });

/** Makes a key of this name, and lets the exchange know it. */
async function keyOf(name: string) {
  const path = join(folder, `${name}.json`);
  const key = makeKeyFile(path, name);
  expect(await asOwner('add', { name, key })).toMatchObject({ value: { ok: true } });
  const read = readKeyFile(path);
  if (!read.ok) throw new Error(read.error);
  return { path, key, operator: read.value };
}

const who = async () => (await latestSteps(store.read, 1))[0]?.who;

/** A request as another program than ours would send it. */
const send = (authorization: string, step: object, port = address.port) =>
  fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(step),
  });

describe('the log has the name', () => {
  it('of the owner of the channel file, whatever the request says', async () => {
    const response = await send(address.token, { ...MINE, who: 'the compliance officer' });
    expect(response.status).toBe(200);
    expect(await who()).toBe(OWNER);
  });

  it('of the key that has signed, for each operator its own', async () => {
    const [ann, ben] = [await keyOf('ann'), await keyOf('ben')];
    for (const { operator } of [ann, ben]) {
      const { port } = address;
      expect(await askExchange({ port, operator }, MINE)).toMatchObject({ value: { ok: true } });
      expect(await who()).toBe(operator.name);
    }
    const said = { ...MINE, who: 'ben' } as typeof MINE;
    expect(await askExchange({ port: address.port, operator: ann.operator }, said)).toMatchObject({
      value: { ok: true },
    });
    expect(await who()).toBe('ann');
  });
});

describe('a key', () => {
  it('is in a file that only its owner may read, and is refused where others can', async () => {
    const { path, operator } = await keyOf('ann');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => makeKeyFile(path, 'ann')).toThrow('EEXIST');
    chmodSync(path, 0o640);
    expect(readKeyFile(path)).toEqual(err(`${path} can be read by other users: chmod 600 it.`));
    writeFileSync(join(folder, 'x'), '{"name":"ann"}', { mode: 0o600 });
    expect(readKeyFile(join(folder, 'x')).ok).toBe(false);
    expect(operator.key.asymmetricKeyType).toBe('ed25519');
  });

  it('counts for its own name only, and ends at once when it is revoked', async () => {
    const [ann, ben] = [await keyOf('ann'), await keyOf('ben')];
    const { port } = address;
    const asAnn = { name: 'ann', key: ben.operator.key };
    expect(await askExchange({ port, operator: asAnn }, MINE)).toEqual(UNKNOWN);
    expect(await asOwner('revoke', { name: 'ann' })).toMatchObject({ value: { ok: true } });
    expect(await askExchange({ port, operator: ann.operator }, MINE)).toEqual(UNKNOWN);
    expect(await askExchange({ port, operator: ben.operator }, MINE)).toMatchObject({ value: { ok: true } });
    expect(await asOwner('revoke', { name: 'ann' })).toMatchObject({ value: { ok: false } });
  });

  it('signs for one exchange and one text, once: what another program has captured is worthless', async () => {
    const { operator } = await keyOf('ann');
    const other = await open();
    const signed = async () => {
      const challenge = (await send('', MINE, other.port)).headers.get('www-authenticate') ?? '';
      const signature = signRequest(operator, { challenge, port: other.port, body: JSON.stringify(MINE) });
      return `Operator ann ${challenge} ${signature}`;
    };
    expect((await send(await signed(), MINE)).status).toBe(401);
    expect((await send(await signed(), { ...MINE, verb: 'revoke' }, other.port)).status).toBe(401);
    const captured = await signed();
    expect((await send(captured, MINE, other.port)).status).toBe(200);
    expect((await send(captured, MINE, other.port)).status).toBe(401);
    const copies = await signed();
    const sent = [1, 2].map(async () => (await send(copies, MINE, other.port)).status);
    expect((await Promise.all(sent)).toSorted()).toEqual([200, 401]);
  });

  it('is added and revoked only by the owner of the channel file, under a name that is free', async () => {
    const { operator, key } = await keyOf('ann');
    const refused = async (verb: string, values: Readonly<Record<string, string>>) => {
      const reply = await askExchange(
        { port: address.port, operator },
        { resource: 'operators', verb, values },
      );
      return reply.ok && !reply.value.ok ? reply.value.error.sentence : 'done';
    };
    const ownersOnly = 'Only the owner of operator.json may do this.';
    expect(await refused('add', { name: 'boss', key })).toBe(ownersOnly);
    expect(await refused('revoke', { name: 'ann' })).toBe(ownersOnly);
    expect((await latestSteps(store.read, 1))[0]).toMatchObject({ who: 'ann', outcome: 'refused' });
    for (const [name, sentence] of [
      ['ann', 'This name is taken: revoke its key first, or choose another one.'],
      [OWNER, `${OWNER} is the owner of the exchange's files.`],
      ['Ann B', 'name has 2 to 32 small letters, digits, points and dashes, a letter first.'],
    ] as const)
      expect(await asOwner('add', { name, key })).toEqual(ok(err({ kind: 'refused', sentence })));
    expect(await asOwner('add', { name: 'ben', key: address.token })).toMatchObject({
      value: { error: { sentence: 'key is not the public part of such a key.' } },
    });
  });

  it('leaves its public part in the log, and no more', async () => {
    const { key } = await keyOf('ann');
    await asOwner('revoke', { name: 'ann' });
    const [revoked, added] = await latestSteps(store.read, 2);
    expect(added?.changed).toEqual({ before: null, after: { name: 'ann', key } });
    expect(revoked?.changed).toEqual({ before: { name: 'ann', key }, after: null });
  });
});
