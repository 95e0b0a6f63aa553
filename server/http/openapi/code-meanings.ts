import { CODE } from '../../../shared/contract/codes.ts';

export type CodeName = keyof typeof CODE;

/** The meaning of each envelope code, for client developers. */
export const MEANINGS: Readonly<Record<CodeName, string>> = {
  success: 'success',
  sessionExpired: 'no session, or an expired one: sign in again',
  badParameter: 'a parameter is missing, malformed, unknown or given twice; `data.field` names it',
  notForDemo: 'not for demo accounts',
  notFound: 'no such thing, or not yours: the answer does not say which',
  conflict: 'not in the state it is in: already closed, already handled',
  wrongCredentials: 'wrong credentials or code; never says which half was wrong',
  restricted:
    'the operator has restricted this customer; `data.reason`: `close-only` (no opening, no pending order), `no-withdrawal`, or `blocked` (nothing, not even a login)',
  tooMany:
    'too many requests, too many such things at once, or an order that cannot be stored now (`data.reason`: `unavailable`); `data.retry_after_s`: seconds to wait, where waiting helps. This request was not carried out; says nothing about an earlier one',
  marketClosed:
    'the market is closed, or the operator allows no such deal in it; `data.reason`: `closed`, `close-only` (no opening, no pending order), `halted` (no dealing at all), `stale` (no new price for too long; a close waits for one within its validity) or `simulated` (an account for real money may open nothing at simulated prices)',
  notEnoughMargin: 'not enough available prepayment',
  noMultiple: "no lever configured, or not one of the instrument's",
  badVolume: 'lots are not a multiple of `Pip`, below `ForexMinCont`, or not above zero',
  wrongSidePrice: 'a price on the wrong side: stop loss, take profit or target',
  insufficientBalance: 'the balance does not cover the withdrawal',
  priceMoved:
    'the price moved further than allowed, or the command came too late; `data.price`: the price now',
  cidReused: 'this `cid` was used with other parameters; nothing has changed',
  cidSealed:
    'this `cid` was sealed by a call for its outcome before the command arrived; nothing has changed',
  factorNeeded:
    'a second factor is needed, or the one sent is wrong or used (`data.reason`: `wrongFactor`; `locked`: codes of the app are refused, too many proofs were wrong in a row); `data.factors`: what the account can use, `data.passkey`: options for a passkey, as JSON text',
  internal: 'a fault of the exchange; what became of the call is unknown',
};

/** `4101 the market is closed`, one per line. */
export const listCodes = (names: readonly CodeName[]): string =>
  names.map((name) => `- ${CODE[name]}: ${MEANINGS[name]}`).join('\n');
