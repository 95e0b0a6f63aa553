/* The list of taps over a reload of its tab, since phones end pages that are hidden. It is read once for each account. */
import { effect } from '@preact/signals-react';
import { parseJson } from '../../shared/json.ts';
import { LOCAL_CODE, refusal } from '../../shared/result.ts';
import { lasting, perTab } from '../link/storage.ts';
import { createOrderNotes } from './order-intents.ts';
import { isFinal, type OrderTap, orderTaps, restoreTaps, type TapFate } from './order-taps.ts';
import { accountId, session } from './session.ts';

/** The newest. */
const MOST_KEPT = 200;
/** Of this build: those of another may have other fields. */
const keyOf = (account: number): string => `taps.${account} ${import.meta.url}`;

let account: number | undefined;
let isKept = false;

/** Restores the list of the signed-in account, and stores it whenever the page is hidden or left, until a sign-out. */
export function keepTaps(): void {
  if (isKept) return;
  isKept = true;
  effect(() => {
    const now = session.value;
    // What was noted is removed where notes of orders are: see `startOrders`.
    if (now.status === 'anonymous' && now.because === 'signed-out') account = undefined;
    if (accountId.value === undefined || accountId.value === account) return;
    account = accountId.value;
    const kept = parseJson(perTab.get(keyOf(account)) ?? '') as readonly OrderTap[] | undefined;
    if (kept === undefined) return;
    const noted = new Set(
      createOrderNotes(lasting)
        .all(account)
        .map(({ cid }) => cid),
    );
    restoreTaps(kept.map((tap) => (isFinal(tap) ? tap : { ...tap, fate: fateOf(noted.has(tap.cid)) })));
  });
  for (const event of ['visibilitychange', 'pagehide']) addEventListener(event, note);
}

/** Of a tap without an answer: it is looked up while its order is noted; else the outcome was known before the restore. */
const fateOf = (isNoted: boolean): TapFate =>
  isNoted ? { status: 'unknown', error: refusal(LOCAL_CODE.unknown) } : { status: 'given-up' };

function note(): void {
  if (account !== undefined) perTab.set(keyOf(account), JSON.stringify(orderTaps.peek().slice(0, MOST_KEPT)));
}
