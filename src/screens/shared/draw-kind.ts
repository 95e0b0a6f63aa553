/** Of a withdrawal and its method, as on the wire: 1 coin, 2 bank. */
export type DrawKind = 1 | 2;

export const COIN: DrawKind = 1;
export const BANK: DrawKind = 2;

/** Where a currency of this kind is told how to be paid out; `currencyId` is chosen there already. */
export const bindPath = (kind: DrawKind, currencyId?: number): string =>
  `/mine/withdraw-way?type=${kind}${currencyId === undefined ? '' : `&draw_id=${currencyId}`}`;

export const methodsPath = (kind: DrawKind): string =>
  kind === COIN ? '/mine/coin-address-list' : '/mine/bank-card-list';

/** Kept with the entry of the bind page: there is a screen of ours before it. */
export const FROM_HERE = { isInner: true } as const;

/** A currency and, of a coin, its network. */
export const currencyName = ({
  code,
  protocol,
}: {
  readonly code: string;
  readonly protocol: string;
}): string => (protocol === '' ? code : `${code} ${protocol}`);
