import { err, ok } from '../../shared/result.ts';
import type { Clock } from '../clock.ts';
import { changedFacts, isoOf } from '../command-values.ts';
import type { Resource } from '../resource.ts';
import type { Store } from '../store/store.ts';
import { isOperatorName, readPublicKey } from './operator-key.ts';
import { operatorRepository, ownerName } from './operators.ts';

interface OperatorDeps {
  readonly store: Pick<Store, 'read' | 'write'>;
  readonly clock: Pick<Clock, 'now'>;
}

const name = { help: '2 to 32 small letters, digits, points and dashes', logged: true } as const;

export const operators: Resource<OperatorDeps> = {
  help: 'Operators with a key of their own, whose name the log has',
  usual: 'list',
  verbs: {
    list: {
      help: 'All of them, and the owner of the channel file',
      parameters: {},
      async run({ store }) {
        const all = await operatorRepository(store.read).all();
        const rows = all.map(({ name, publicKey, since }) => ({ name, key: publicKey, since: isoOf(since) }));
        return ok({ rows: [{ name: ownerName(), key: 'operator.json', since: null }, ...rows] });
      },
    },
    key: {
      help: 'Makes a key in a new file, on this machine, and prints what operators add needs; asks no exchange',
      parameters: { name, file: { help: 'As in ~/pipstream-operator.json, for OPERATOR_KEY' } },
      run: async () => err('npm run ops makes the key itself: its secret part reaches no exchange.'),
    },
    add: {
      help: 'Lets an operator give commands by a key; only the owner of operator.json may add one',
      isOwners: true,
      parameters: { name, key: { help: 'The public part, as operators key has printed it' } },
      async run({ store, clock }, { name: wanted = '', key: publicKey = '' }) {
        if (!isOperatorName(wanted)) return err(`name has ${name.help}, a letter first.`);
        if (readPublicKey(publicKey) === undefined) return err('key is not the public part of such a key.');
        if (wanted === ownerName()) return err(`${wanted} is the owner of the exchange's files.`);
        const operator = { name: wanted, publicKey, since: clock.now() };
        const isNew = await store.write((transaction) => operatorRepository(transaction).add(operator));
        if (!isNew) return err('This name is taken: revoke its key first, or choose another one.');
        const facts = { name: wanted, key: publicKey };
        return ok({ rows: [facts], changed: changedFacts(undefined, facts) });
      },
    },
    revoke: {
      help: 'Ends the key of an operator at once; the log keeps the name',
      isOwners: true,
      parameters: { name },
      async run({ store }, { name: wanted = '' }) {
        const key = await store.write((transaction) => operatorRepository(transaction).revoke(wanted));
        if (key === undefined) return err('There is no such operator.');
        const facts = { name: wanted, key };
        return ok({ rows: [facts], changed: changedFacts(facts, undefined) });
      },
    },
  },
};
