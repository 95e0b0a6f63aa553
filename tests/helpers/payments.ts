import type { Draw, DrawCurrency, DrawMethod } from '../../shared/contract/payments.ts';
import { moneyFromWire } from '../../shared/domain/money.ts';
import type { Plain } from './plain.ts';

const dollar: DrawCurrency = {
  id: 3,
  code: 'USD',
  network: '',
  rate: moneyFromWire(1),
  feeType: 1,
  fee: moneyFromWire(2),
  usdPrice: moneyFromWire(1),
};
const address: DrawMethod = {
  id: 7,
  kind: 1,
  address: 'TQ5Nmx3pYJ8zqVexample',
  bankName: '',
  bankAddress: '',
  bankSwift: '',
  payeeName: '',
  payeeAccount: '',
  branchName: '',
  currency: { id: 1, code: 'USDT', network: 'TRC20' },
  isConfirmed: true,
  heldUntil: '2026-01-01T00:00:00.000Z',
};
const draw: Draw = {
  id: 31,
  amount: moneyFromWire(100),
  net: moneyFromWire(98),
  currency: { code: 'USDT' },
  fee: moneyFromWire(2),
  status: 0,
  statusName: 'In review',
  createdAt: '2026-01-02T03:04:05.000Z',
  kind: 1,
  address: address.address,
  payeeAccount: '',
  notes: '',
};

/** US dollars of a bank, at a fixed fee of 2. */
export const aDrawCurrency = (over: Plain<DrawCurrency> = {}): DrawCurrency =>
  ({ ...dollar, ...over }) as DrawCurrency;

/** A TRC20 address that is confirmed and not held. */
export const aDrawMethod = (over: Plain<DrawMethod> = {}): DrawMethod =>
  ({ ...address, ...over }) as DrawMethod;

/** An account at a Japanese bank. */
export const aBankMethod = (over: Plain<DrawMethod> = {}): DrawMethod =>
  aDrawMethod({
    id: 8,
    kind: 2,
    address: '',
    bankName: 'Mizuho',
    branchName: 'Shibuya',
    payeeName: 'YAMADA TARO',
    payeeAccount: '1234567',
    currency: { id: 5, code: 'JPY', network: '' },
    ...over,
  });

/** A withdrawal of 100 in review. */
export const aDraw = (over: Plain<Draw> = {}): Draw => ({ ...draw, ...over }) as Draw;
