import type { alertRoutes, WireAlert } from '../../shared/contract/alerts.ts';
import { CODE } from '../../shared/contract/codes.ts';
import type { ValuesOf } from '../../shared/contract/parameter.ts';
import type { ParametersOf, WireAnswerOf } from '../../shared/contract/routes.ts';
import type { AccountId } from '../../shared/domain/account.ts';
import { parseScaled } from '../../shared/domain/decimal.ts';
import { instrumentId } from '../../shared/domain/instrument.ts';
import { price, priceToWire } from '../../shared/domain/price.ts';
import { MAX_ALERT_PERCENT } from '../../shared/limits.ts';
import { err, ok, type Result, refusal } from '../../shared/result.ts';
import type { Calls } from '../call.ts';
import type { Market } from '../feed/market.ts';
import { badField } from '../refusals.ts';
import type { AlertTarget } from './alert-book.ts';
import type { Alert } from './alert-repository.ts';
import type { Alerts } from './alerts.ts';

interface AlertCallDeps {
  readonly alerts: Alerts;
  readonly market: Pick<Market, 'instrument'>;
}

/** Every call but `getAlertFirings` answers with the whole list. */
export const alertCalls = ({ alerts, market }: AlertCallDeps): Calls<keyof typeof alertRoutes> => {
  const answer = async (
    account: AccountId,
    done: Result<void> = ok(undefined),
  ): Promise<Result<WireAnswerOf<'getAlerts'>>> =>
    done.ok ? ok({ list: (await alerts.list(account)).map(wireAlert) }) : done;

  return {
    getAlerts: (_, { session }) => answer(session.accountId),
    getAlertFirings: async (_, { session }) =>
      ok({
        list: (await alerts.firings(session.accountId)).map((firing) => ({
          id: firing.id,
          ...wireTerms(firing),
          reached: priceToWire(firing.reached, firing.precision),
          fired_at: new Date(firing.firedAt).toISOString(),
        })),
      }),
    async addAlert({ forex_id, repeat, ...values }, { session: { accountId } }) {
      const instrument = market.instrument(instrumentId(forex_id));
      if (instrument === undefined) return err(refusal(CODE.notFound));
      const target = readTarget(values, instrument.precision);
      if (!target.ok) return target;
      const terms = { instrumentId: instrument.id, target: target.value, repeats: repeat === 1 };
      return answer(accountId, await alerts.add(accountId, terms));
    },
    setAlert: async ({ id, on }, { session: { accountId } }) =>
      answer(accountId, await alerts.set(accountId, id, on === 1)),
    deleteAlert: async ({ id }, { session: { accountId } }) =>
      answer(accountId, await alerts.remove(accountId, id)),
  };
};

const PERCENT_DECIMALS = 2;
const HUNDREDTHS = 10 ** PERCENT_DECIMALS;

/** A price above zero with the instrument's decimals, or a percentage other than zero with two. */
function readTarget(
  { price: priceText, percent }: Omit<ValuesOf<ParametersOf<'addAlert'>>, 'forex_id' | 'repeat'>,
  precision: number,
): Result<AlertTarget> {
  if (priceText !== undefined && percent !== undefined) return badField('percent');
  if (percent !== undefined) {
    const hundredths = parseScaled(percent, PERCENT_DECIMALS);
    const isMove =
      hundredths.ok &&
      hundredths.value !== 0 &&
      hundredths.value > -100 * HUNDREDTHS &&
      hundredths.value <= MAX_ALERT_PERCENT * HUNDREDTHS;
    return isMove ? ok({ kind: 'percent', hundredths: hundredths.value }) : badField('percent');
  }
  const points = parseScaled(priceText ?? '', precision);
  return points.ok && points.value > 0
    ? ok({ kind: 'price', price: price(points.value) })
    : badField('price');
}

const wireTerms = ({
  instrumentId,
  precision,
  target,
  side,
}: Pick<Alert, 'instrumentId' | 'precision' | 'target' | 'side'>) => ({
  forex_id: instrumentId,
  price: target.kind === 'price' ? priceToWire(target.price, precision) : 0,
  percent: target.kind === 'percent' ? target.hundredths / HUNDREDTHS : 0,
  side,
});

export const wireAlert = (alert: Alert): WireAlert => {
  const { id, repeats, isOn, createdAt, firedAt } = alert;
  return {
    id,
    ...wireTerms(alert),
    repeat: Number(repeats),
    on: Number(isOn),
    created_at: new Date(createdAt).toISOString(),
    fired_at: firedAt === undefined ? '' : new Date(firedAt).toISOString(),
  };
};
