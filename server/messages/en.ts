import type { Messages } from './shape.ts';

export const en: Messages = {
  sessionExpired: 'Please log in',
  badParameter: 'The data sent is not valid',
  notForDemo: 'Only available to real accounts',
  notFound: 'Not found',
  conflict: 'Its state has changed; this is no longer possible',
  wrongCredentials: 'Wrong account, password or code',
  tooMany: 'Too many requests, please try again later',
  marketClosed: 'The market is closed',
  notEnoughMargin: 'Not enough available prepayment',
  noMultiple: 'No lever configured, unable to place an order temporarily',
  badVolume: 'The lot amount is not valid',
  wrongSidePrice: 'The price is on the wrong side',
  insufficientBalance: 'Insufficient balance',
  priceMoved: 'The price has moved, please check again',
  cidReused: 'This order number was already used for a different order',
  internal: 'Something went wrong, please try again later',
};
