import { describe, expect, it } from 'vitest';
import { CODE } from '../../../shared/contract/codes.ts';
import { isCoinAddress } from '../../../shared/domain/payee.ts';
import { MAX_DRAW_METHODS } from '../../../shared/limits.ts';
import { codeOf, good } from '../../helpers/dealing.ts';
import { tronAddress } from '../../helpers/payout.ts';
import { BANK, NOWHERE, refused, startPayments, wrong } from './payments-scene.ts';

const TRC20 = 1;
const ERC20 = 2;
const EUR = 4;
const JPY = 5;
const COIN = { ...NOWHERE, address: tronAddress() };
const ETHER = { ...COIN, address: '0x52908400098527886E0F7030069857D2E4169EE7' };

async function prepared() {
  const scene = await startPayments();
  return { ...scene, methods: scene.payments.methods, account: await scene.openReal() };
}

describe('a saved method', () => {
  // spec: 3.15 7.43
  it('is listed by its kind and its currency, latest first', async () => {
    const { methods, account, openReal } = await prepared();
    const tron = good(await methods.bind(account, 'coin', TRC20, COIN));
    const ether = good(await methods.bind(account, 'coin', ERC20, ETHER));
    const japan = { ...BANK, branchName: '渋谷支店', payeeName: 'ヤマダ タロウ' };
    const yen = good(await methods.bind(account, 'bank', JPY, japan));
    expect(yen).toMatchObject({ destination: japan, currency: { code: 'JPY' } });
    expect(await methods.list(account, 'coin')).toEqual([ether, tron]);
    expect(await methods.list(account, 'coin', TRC20)).toEqual([tron]);
    expect(await methods.list(account, 'bank')).toEqual([yen]);
    expect(await methods.list(account, 'bank', TRC20)).toEqual([]);
    expect(await methods.list(await openReal(), 'coin')).toEqual([]);
  });

  // spec: 7.44
  it('is stored trimmed, and not stored twice', async () => {
    const { methods, account } = await prepared();
    const first = good(await methods.bind(account, 'bank', EUR, BANK));
    const typed = { ...BANK, bankName: '  First Bank ' };
    const again = await Promise.all(
      Array.from({ length: 5 }, () => methods.bind(account, 'bank', EUR, typed)),
    );
    expect(again.map((one) => good(one))).toEqual(Array(5).fill(first));
    expect(await methods.list(account, 'bank')).toEqual([first]);
  });

  // spec: 7.45
  it('is gone after its deletion, and can be saved again', async () => {
    const { methods, account, openReal } = await prepared();
    const { id } = good(await methods.bind(account, 'coin', TRC20, COIN));
    expect(codeOf(await methods.remove(await openReal(), id))).toBe(CODE.notFound);
    good(await methods.remove(account, id));
    expect(codeOf(await methods.remove(account, id))).toBe(CODE.notFound);
    expect(codeOf(await methods.remove(account, id + 1))).toBe(CODE.notFound);
    expect(await methods.list(account, 'coin')).toEqual([]);
    expect(good(await methods.bind(account, 'coin', TRC20, COIN)).id).not.toBe(id);
  });

  it.each([
    ['an invalid address', 'coin', { address: 'short' }, 'dc_address'],
    ['no address', 'coin', { address: '' }, 'dc_address'],
    ['an address with a blank', 'coin', { address: 'TExample OfMine0001' }, 'dc_address'],
    [
      'an address with a 0, which the network has not',
      'coin',
      { address: 'TExampeAddressofMine11111111111110' },
      'dc_address',
    ],
    [
      'an address with an l, which the network has not',
      'coin',
      { address: 'TExampleAddressofMine1111111111111' },
      'dc_address',
    ],
    [
      'an address that is too short for the network',
      'coin',
      { address: 'TExampeAddressofMine1' },
      'dc_address',
    ],
    [
      "another network's address",
      'coin',
      { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
      'dc_address',
    ],
    ['a mistyped address', 'coin', { address: tronAddress().replace(/.$/, '2') }, 'dc_address'],
    ['an address of a page', 'coin', { address: 'https://example.com/x' }, 'dc_address'],
    ['a bank beside an address', 'coin', { bankName: 'First Bank' }, 'bank_name'],
    ['an address beside a bank', 'bank', { address: tronAddress() }, 'dc_address'],
    ['no bank', 'bank', { bankName: '' }, 'bank_name'],
    ['a bank of blanks', 'bank', { bankName: '   ' }, 'bank_name'],
    ['no payee', 'bank', { payeeName: '' }, 'payee_name'],
    ['no account', 'bank', { payeeAccount: '' }, 'payee_account'],
    ['a line break', 'bank', { bankAddress: 'a\nb' }, 'bank_address'],
    ['a mark that turns the reading around', 'bank', { payeeName: 'Ann \u202e rehtO' }, 'payee_name'],
    ['half of a letter', 'bank', { payeeName: 'Ann \ud83d' }, 'payee_name'],
    ['HTML', 'bank', { branchName: '<img src=x>' }, 'branch_name'],
    ['more than a BIC', 'bank', { bankSwift: 'x'.repeat(21) }, 'bank_swift'],
    ['more than an account', 'bank', { payeeAccount: '1'.repeat(65) }, 'payee_account'],
  ] as const)('is refused with %s', async (_what, kind, not, field) => {
    const { methods, account } = await prepared();
    const [currency, fine] = kind === 'coin' ? [TRC20, COIN] : [EUR, BANK];
    expect(await methods.bind(account, kind, currency, { ...fine, ...not })).toMatchObject(wrong(field));
    expect(await methods.list(account, kind)).toEqual([]);
  });

  it.each([
    ['ERC20', '0x52908400098527886E0F7030069857D2E4169EE7', true],
    ['ERC20', '0x52908400098527886E0F7030069857D2E4169EEg', false],
    ['ERC20', 'TExampeAddressofMine11111111111111', false],
    ['BEP20', '52908400098527886E0F7030069857D2E4169EE7', false],
    ['trc20', 'TExampeAddressofMine11111111111111', true],
    ['NEWCHAIN', 'some:address-of.a_new-chain', true],
  ])('on %s: is %j an address? %j', (network, text, is) => {
    expect(isCoinAddress(text, network)).toBe(is);
  });

  it('is refused in a currency that is unknown, of another kind, or no longer offered', async () => {
    const { methods, account, payments } = await prepared();
    expect(await methods.bind(account, 'coin', 99, COIN)).toMatchObject(refused(CODE.notFound));
    expect(await methods.bind(account, 'coin', EUR, COIN)).toMatchObject(refused(CODE.notFound));
    good(await payments.currencies.remove(TRC20));
    expect(await methods.bind(account, 'coin', TRC20, COIN)).toMatchObject(refused(CODE.notFound));
  });

  it('is refused beyond the limit, until one is deleted', async () => {
    const { methods, account } = await prepared();
    const bind = (i: number) =>
      methods.bind(account, 'coin', TRC20, {
        ...COIN,
        address: tronAddress(i),
      });
    const answers = await Promise.all(Array.from({ length: MAX_DRAW_METHODS + 1 }, (_, i) => bind(i)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(MAX_DRAW_METHODS);
    expect(answers.map(codeOf)).toContain(CODE.tooMany);
    const [first] = await methods.list(account, 'coin');
    good(await methods.remove(account, first?.id ?? 0));
    good(await bind(MAX_DRAW_METHODS));
  });
});
