import { Account, type accountRoutes } from '../../../../shared/contract/account.ts';
import {
  Deposit,
  DepositBank,
  DepositCoin,
  Draw,
  DrawCurrency,
  DrawMethod,
  LedgerEntry,
  type paymentRoutes,
} from '../../../../shared/contract/payments.ts';
import { MAX_WAITING_PAYMENTS } from '../../../../shared/limits.ts';
import {
  type CallWords,
  CID,
  FACTOR_WORDS,
  LIMIT,
  OUTCOME_CID,
  OUTCOME_TEXT,
  PAGE,
  shape,
  TOTAL,
} from './words.ts';

const DEPOSIT_KIND = '0 coin, 1 bank';
const DRAW_KIND = '1 coin, 2 bank';
const NUMBER = 'amount in the coin or currency that is paid';
const PROOF = 'address of a picture, from `uploadImage`';
const BALANCE = 'booked money; below zero while a loss is larger and other positions are open';

const TOO_MANY_WAITING = `4009 with \`data.reason\` \`tooManyWaiting\` while ${MAX_WAITING_PAYMENTS} of the account wait.`;

export const paymentCalls: CallWords<keyof typeof accountRoutes | keyof typeof paymentRoutes> = {
  getBalance: { summary: 'The balance', answer: { balance: BALANCE } },
  getAccount: { summary: 'The balance and what is held of it' },
  getLedger: {
    summary: 'The statement, latest first',
    parameters: { page: PAGE, limit: LIMIT },
    answer: { total: TOTAL },
  },
  resetDemoAccount: {
    summary: 'Gives a demo account its first balance again',
    text: 'Its orders are closed and cancelled. A real account is refused with 4003.',
    refusals: ['notForDemo'],
  },
  getDepositCoins: { summary: 'Coins that can be paid in, and where to' },
  getDepositSymbols: {
    summary: 'Coins and currencies that can be paid in',
    answer: { coins: 'codes of coins', banks: 'codes of currencies that banks take' },
  },
  getDepositBanks: {
    summary: 'Bank accounts that a currency can be paid in to',
    parameters: { bank_coin: 'currency, from `getDepositSymbols`' },
  },
  getDeposits: {
    summary: 'Own deposits, latest first',
    parameters: { type: DEPOSIT_KIND, page: PAGE },
    answer: { total: TOTAL },
  },
  submitCoinDeposit: {
    summary: 'Reports coins that were sent',
    text: `They are booked when an operator has found them. ${TOO_MANY_WAITING}`,
    parameters: {
      number: NUMBER,
      proofImg: PROOF,
      address: 'address that they were sent to, as `getDepositCoins` said',
      charge_id: '`id` in `getDepositCoins`',
      cid: CID,
    },
    refusals: ['notFound', 'conflict', 'cidReused', 'cidSealed', 'tooMany'],
  },
  submitWireDeposit: {
    summary: 'Reports money that was wired',
    text: `It is booked when an operator has found it. ${TOO_MANY_WAITING}`,
    parameters: { number: NUMBER, proofImg: PROOF, wire_id: '`id` in `getDepositBanks`', cid: CID },
    refusals: ['notFound', 'conflict', 'cidReused', 'cidSealed', 'tooMany'],
  },
  getPaymentOutcome: {
    summary: 'What became of a deposit or a withdrawal, by its `cid`',
    text: OUTCOME_TEXT,
    parameters: { cid: OUTCOME_CID },
  },
  getDrawCurrencies: {
    summary: 'What can be withdrawn to, with rates and fees',
    parameters: { type: DRAW_KIND },
  },
  draw: {
    summary: 'Asks for a withdrawal',
    text:
      'The amount is held (`lock_balance`) until an operator has paid or rejected it. 4009 says why in `data.reason`: `unconfirmed` or ' +
      '`held` (until `data.until`) of the method; `terms` when it would pay out `data.real_number` in place of `real_number`; ' +
      `\`tooManyWaiting\` while ${MAX_WAITING_PAYMENTS} of the account wait.`,
    parameters: {
      draw_currency_id: '`id` in `getDrawCurrencies`',
      number: "amount in the account's currency, fee included",
      memo: 'a few words of your own',
      draw_method_id: '`id` in `getDrawMethods`, bound for this currency',
      real_number: 'the payout that the user was shown; another amount is refused',
      cid: CID,
      ...FACTOR_WORDS,
    },
    refusals: [
      'notFound',
      'restricted',
      'factorNeeded',
      'conflict',
      'marketClosed',
      'insufficientBalance',
      'cidReused',
      'cidSealed',
      'tooMany',
    ],
  },
  getDraws: {
    summary: 'Own withdrawals, latest first',
    parameters: { type: DRAW_KIND, page: PAGE },
    answer: { total: TOTAL },
  },
  getDrawMethods: {
    summary: 'Coin addresses or bank accounts that withdrawals can go to',
    parameters: { draw_type: DRAW_KIND, draw_id: 'of this withdrawal currency alone' },
  },
  bindDrawMethod: {
    summary: 'Saves a coin address or a bank account',
    text:
      'A coin needs `dc_address` and nothing of a bank; a bank account its fields and no address. A new one can not be paid to before ' +
      "`confirmDrawMethod` and a hold: its code is sent to the account's e-mail or phone.",
    parameters: {
      type: DRAW_KIND,
      draw_id: '`id` in `getDrawCurrencies`',
      dc_address: 'coin address; of TRC20, BTC, ERC20 and BEP20, one with the right checksum',
      bank_name: 'bank',
      bank_address: 'its address',
      bank_swift: 'its SWIFT code',
      payee_name: 'payee',
      payee_account: 'number of the account',
      branch_name: 'branch, of Japanese accounts',
      ...FACTOR_WORDS,
    },
    refusals: ['notFound', 'factorNeeded', 'tooMany'],
  },
  sendDrawMethodCode: {
    summary: 'Sends the code that confirms a coin address or a bank account once more',
    text: 'To the e-mail or phone of the account. The code has 6 digits and is good for 10 minutes, once, for this method.',
    parameters: { id: '`id` in `getDrawMethods`' },
    refusals: ['notFound', 'conflict', 'tooMany'],
  },
  confirmDrawMethod: {
    summary: 'Confirms a coin address or a bank account by the code that was sent',
    text: 'Withdrawals to it are possible when the hold has passed, a day if the operator has not set another time.',
    parameters: { id: '`id` in `getDrawMethods`', auth_code: 'the code that was sent' },
    refusals: ['notFound', 'conflict', 'wrongCredentials'],
  },
  deleteDrawMethod: {
    summary: 'Forgets a coin address or a bank account',
    parameters: { id: '`id` in `getDrawMethods`' },
    refusals: ['notFound'],
  },
};

const BANK = {
  bank_name: 'bank',
  bank_address: 'its address',
  bank_swift: 'its SWIFT code',
  payee_name: 'payee',
  payee_account: 'number of the account',
};

export const paymentShapes = {
  Account: shape(Account, {
    balance: BALANCE,
    lock_balance: 'held by open positions and withdrawals in review',
  }),
  LedgerEntry: shape(LedgerEntry, {
    Value: 'what it did to the balance; above zero: in',
    MemoTran: "what it was, in the reader's language",
    CreatedAtTran: 'when it was booked',
  }),
  DepositCoin: shape(DepositCoin, {
    id: '`charge_id` of a deposit',
    currency_code: 'coin',
    protocol_code: 'network',
    address: 'where to send the coins',
    usd_price: 'what one coin is booked as',
  }),
  DepositBank: shape(DepositBank, {
    id: '`wire_id` of a deposit',
    name: 'what people read',
    currency_code: 'currency',
    ...BANK,
    branch_name: 'branch, of Japanese accounts; else empty',
    bank_remark: 'what to write with the transfer',
    usd_price: 'what one unit of the currency is booked as',
  }),
  Deposit: shape(Deposit, {
    id: 'names it',
    number: 'amount in its own currency',
    type: DEPOSIT_KIND,
    currency_code: 'coin or currency',
    status: '0 unchecked, 1 finished, 2 rejected, 3 invalid',
    remark: 'why it was rejected; else empty',
    created_at: 'when it was submitted',
  }),
  DrawCurrency: shape(DrawCurrency, {
    id: '`draw_currency_id` of a withdrawal',
    code: 'coin or currency',
    protocol: 'network of a coin; else empty',
    draw_rate: "what one unit of the account's currency is paid out as",
    fee_type: '1: `fee` as it is; else the amount times `fee`',
    fee: 'see `fee_type`',
    usd_price: 'what one unit is worth',
  }),
  Draw: shape(Draw, {
    id: 'names it',
    number: "asked for, in the account's currency, fee included",
    real_number: 'paid out: max(0, (number - fee) x draw_rate)',
    draw_currency: { code: 'coin or currency' },
    fee: "in the account's currency",
    status: '0 in review, 1 paid, 2 rejected',
    status_name: "the same in the reader's language",
    created_at: 'when it was asked for',
    type: DRAW_KIND,
    address: 'coin address; else empty',
    payee_account: 'bank account; else empty',
    notes: "the owner's memo, or why it was rejected",
  }),
  DrawMethod: shape(DrawMethod, {
    id: '`draw_method_id` of a withdrawal',
    type: DRAW_KIND,
    dc_address: 'coin address; else empty',
    ...BANK,
    branch_name: 'branch, of Japanese accounts; else empty',
    draw_currency: {
      id: '`id` of the withdrawal currency',
      code: 'coin or currency',
      protocol: 'network of a coin; else empty',
    },
    is_confirmed: '1 when the owner has confirmed it',
    held_until: 'a confirmed one can be paid to from this time on; empty until it is confirmed',
    code_wait_s:
      'in the answer of `bindDrawMethod`, where no code was sent: seconds until `sendDrawMethodCode` sends it',
  }),
};
