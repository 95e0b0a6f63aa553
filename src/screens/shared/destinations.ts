import type { DrawCurrency, DrawMethod } from '../../../shared/contract/payments.ts';

/** Kind of a withdrawal and its destination, as in the contract: 1 coin, 2 bank. */
export type DrawKind = 1 | 2;

export const COIN: DrawKind = 1;
export const BANK: DrawKind = 2;

/** Path of the screen that adds a destination of this kind; `currencyId` is preselected. */
export const bindPath = (kind: DrawKind, currencyId?: number): string =>
  `/mine/withdraw-way?type=${kind}${currencyId === undefined ? '' : `&draw_id=${currencyId}`}`;

export const methodsPath = (kind: DrawKind): string =>
  kind === COIN ? '/mine/coin-address-list' : '/mine/bank-card-list';

/** History state of the bind screen: another screen of the app is behind it. */
export const FROM_HERE = { isInner: true } as const;

/** A currency and, for a coin, its network. */
export const currencyName = ({ code, network }: Pick<DrawCurrency, 'code' | 'network'>): string =>
  network === '' ? code : `${code} ${network}`;

/** The destination of a withdrawal: a coin address, or the account at a bank. */
export const payeeOf = ({ address, payeeAccount }: Pick<DrawMethod, 'address' | 'payeeAccount'>): string =>
  address === '' ? payeeAccount : address;

/** Whether a confirmed destination still waits for the end of its hold. */
export const isHeld = ({ heldUntil }: Pick<DrawMethod, 'heldUntil'>, nowMs: number): boolean =>
  Date.parse(heldUntil) > nowMs;

export const isUsable = (method: DrawMethod, nowMs: number): boolean =>
  method.isConfirmed && !isHeld(method, nowMs);
