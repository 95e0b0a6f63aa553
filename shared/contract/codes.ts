/** Codes of the answer envelope; docs/api.md, "Every answer". */
export const CODE = {
  success: 1,
  sessionExpired: 999,
  badParameter: 4000,
  notForDemo: 4003,
  notFound: 4004,
  conflict: 4009,
  wrongCredentials: 4010,
  restricted: 4011,
  tooMany: 4029,
  marketClosed: 4101,
  notEnoughMargin: 4102,
  noMultiple: 4103,
  badVolume: 4104,
  wrongSidePrice: 4105,
  insufficientBalance: 4106,
  priceMoved: 4107,
  cidReused: 4108,
  cidSealed: 4109,
  factorNeeded: 4110,
  internal: 5000,
} as const;

/** Every answer of every call. */
export interface Envelope<T> {
  readonly code: number;
  readonly msg: string;
  readonly data: T;
}
