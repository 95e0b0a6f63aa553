import { addMoney, type Money, moneyFromWire, ZERO_MONEY } from '../../../shared/domain/money.ts';
import { MAX_WAITING_PAYMENTS, PAGE_SIZE } from '../../../shared/limits.ts';
import { ok, type Result } from '../../../shared/result.ts';
import { ask } from '../../state/ask.ts';
import { BANK, COIN, type DrawKind } from '../shared/draw-kind.ts';

/** Status of a withdrawal that nobody has answered yet. */
const IN_REVIEW = 0;
/** As many as can wait at once; an account with a longer past is not asked through for one figure. */
const MAX_PAGES = MAX_WAITING_PAYMENTS / PAGE_SIZE;

/** What withdrawals in review hold; undefined when there is too much of a past to tell. */
export async function loadInReview(): Promise<Result<Money | undefined>> {
  const [coin, bank] = await Promise.all([heldBy(COIN), heldBy(BANK)]);
  if (!coin.ok) return coin;
  if (!bank.ok) return bank;
  return ok(
    coin.value === undefined || bank.value === undefined ? undefined : addMoney(coin.value, bank.value),
  );
}

async function heldBy(type: DrawKind): Promise<Result<Money | undefined>> {
  let held = ZERO_MONEY;
  for (let page = 1, seen = 0; page <= MAX_PAGES; page++) {
    const answer = await ask('getDraws', { type, page });
    if (!answer.ok) return answer;
    const { list, total } = answer.value;
    for (const { status, number } of list)
      if (status === IN_REVIEW) held = addMoney(held, moneyFromWire(number));
    seen += list.length;
    if (list.length === 0 || seen >= total) return ok(held);
  }
  return ok(undefined);
}
