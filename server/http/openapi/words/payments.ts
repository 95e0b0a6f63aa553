import { CID, PAGE, type WordsOf } from './words.ts';

const DEPOSIT_KIND = '0 coin, 1 bank';
const DRAW_KIND = '1 coin, 2 bank';
const NUMBER = 'amount in the coin or currency that is paid';
const PROOF = 'address of a picture, from `uploadImage`';

export const paymentWords: WordsOf<
  | 'getBalance'
  | 'getAccount'
  | 'getLedger'
  | 'resetDemoAccount'
  | 'getDepositCoins'
  | 'getDepositSymbols'
  | 'getDepositBanks'
  | 'getDeposits'
  | 'submitCoinDeposit'
  | 'submitWireDeposit'
  | 'getDrawCurrencies'
  | 'draw'
  | 'getDraws'
  | 'getDrawMethods'
  | 'bindDrawMethod'
  | 'deleteDrawMethod'
> = {
  getBalance: { summary: 'The balance', parameters: {} },
  getAccount: { summary: 'The balance and what is held of it', parameters: {} },
  getLedger: { summary: 'The statement, latest first', parameters: { page: PAGE } },
  resetDemoAccount: {
    summary: 'Gives a demo account its first balance again',
    text: 'Its orders are closed and cancelled. A real account is refused with 4003.',
    parameters: {},
    refusals: ['notForDemo'],
  },
  getDepositCoins: { summary: 'Coins that can be paid in, and where to', parameters: {} },
  getDepositSymbols: { summary: 'Coins and currencies that can be paid in', parameters: {} },
  getDepositBanks: {
    summary: 'Bank accounts that a currency can be paid in to',
    parameters: { bank_coin: 'currency, from `getDepositSymbols`' },
  },
  getDeposits: { summary: 'Own deposits, latest first', parameters: { type: DEPOSIT_KIND, page: PAGE } },
  submitCoinDeposit: {
    summary: 'Tells of coins that were sent',
    text: 'They are booked when an operator has found them.',
    parameters: {
      number: NUMBER,
      proofImg: PROOF,
      address: 'address that they were sent to, as `getDepositCoins` said',
      charge_id: '`id` in `getDepositCoins`',
      cid: CID,
    },
    refusals: ['notFound', 'cidReused', 'tooMany'],
  },
  submitWireDeposit: {
    summary: 'Tells of money that was wired',
    text: 'It is booked when an operator has found it.',
    parameters: { number: NUMBER, proofImg: PROOF, wire_id: '`id` in `getDepositBanks`', cid: CID },
    refusals: ['notFound', 'cidReused', 'tooMany'],
  },
  getDrawCurrencies: {
    summary: 'What can be withdrawn to, with rates and fees',
    parameters: { type: DRAW_KIND },
  },
  draw: {
    summary: 'Asks for a withdrawal',
    text: 'The amount is held (`lock_balance`) until an operator has paid or rejected it.',
    parameters: {
      draw_currency_id: '`id` in `getDrawCurrencies`',
      number: "amount in the account's currency, fee included",
      memo: 'a few words of your own',
      draw_method_id: '`id` in `getDrawMethods`, bound for this currency',
      cid: CID,
    },
    refusals: ['notFound', 'conflict', 'marketClosed', 'insufficientBalance', 'cidReused', 'tooMany'],
  },
  getDraws: { summary: 'Own withdrawals, latest first', parameters: { type: DRAW_KIND, page: PAGE } },
  getDrawMethods: {
    summary: 'Coin addresses or bank accounts that withdrawals can go to',
    parameters: { draw_type: DRAW_KIND, draw_id: 'of this withdrawal currency alone' },
  },
  bindDrawMethod: {
    summary: 'Saves a coin address or a bank account',
    text: 'A coin needs `dc_address` and nothing of a bank; a bank account its fields and no address.',
    parameters: {
      type: DRAW_KIND,
      draw_id: '`id` in `getDrawCurrencies`',
      dc_address: 'coin address',
      bank_name: 'bank',
      bank_address: 'its address',
      bank_swift: 'its SWIFT code',
      payee_name: 'payee',
      payee_account: 'number of the account',
      branch_name: 'branch, of Japanese accounts',
    },
    refusals: ['notFound', 'tooMany'],
  },
  deleteDrawMethod: {
    summary: 'Forgets a coin address or a bank account',
    parameters: { id: '`id` in `getDrawMethods`' },
    refusals: ['notFound'],
  },
};
