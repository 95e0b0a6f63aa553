import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { Money } from '../../../shared/domain/money.ts';
import { formatDateTime } from '../../format/date.ts';
import { formatLots, formatMoney, formatSigned } from '../../format/money.ts';
import { formatPrice, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isSimulated } from '../../state/market.ts';
import { deviceNow } from '../../state/now.ts';
import { accountId, isDemo } from '../../state/session.ts';
import { closeWords } from './close-words.ts';
import styles from './PrintedStatement.module.css';
import { nightsOf, type OrderStatement, statementHeader } from './statement.ts';

interface PrintedStatementProps {
  readonly statement: OrderStatement;
  readonly onDone: () => void;
}

/** A statement of orders on paper, or as the browser's PDF: shown only there, and printed as soon as it is mounted. */
export function PrintedStatement({ statement, onDone }: PrintedStatementProps) {
  const { t } = useTranslation();
  const { orders, fees, nights, profit } = statement;
  useEffect(() => {
    document.documentElement.dataset['print'] = 'statement';
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => {
      window.removeEventListener('afterprint', onDone);
      delete document.documentElement.dataset['print'];
    };
  }, [onDone]);
  return createPortal(
    <section className={styles.sheet} data-print-sheet>
      <h1>{t('history.statement')}</h1>
      <p>
        Pipstream · <bdi translate="no">UID {accountId.peek()}</bdi> ·{' '}
        <bdi translate="no">{formatDateTime(orders[0]?.closedAt)}</bdi> –{' '}
        <bdi translate="no">{formatDateTime(orders.at(-1)?.closedAt)}</bdi>
      </p>
      {isSimulated.peek() && !isDemo.peek() && <p>{t('connection.simulated')}</p>}
      <p>{t('history.made', { time: formatDateTime(deviceNow()) })}</p>
      <table>
        <thead>
          <tr>
            {statementHeader(t, statement).map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <td>{order.id}</td>
              <td translate="no">{order.showCode}</td>
              <td>{t(order.side === 'buy' ? 'order.buy' : 'order.sell')}</td>
              <td translate="no">{formatLots(order.volume)}</td>
              <td translate="no">{formatDateTime(order.createdAt)}</td>
              <td translate="no">{formatPrice(order.openPrice, order.precision)}</td>
              <td translate="no">{formatDateTime(order.closedAt)}</td>
              <td translate="no">{formatPrice(order.closePrice, order.precision)}</td>
              <td>{closeWords(t, order)}</td>
              <td>
                <bdi translate="no" dir="ltr">
                  {formatMoney(order.fee, 6)}
                </bdi>
              </td>
              {nights !== undefined && <Signed of={nightsOf(order)} />}
              <Signed of={order.realisedPnl} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={9}>
              {t('history.total')} ({formatScaled(orders.length, 0)})
            </th>
            <td>
              <bdi translate="no" dir="ltr">
                {formatMoney(fees, 6)}
              </bdi>
            </td>
            {nights !== undefined && <Signed of={nights} />}
            <Signed of={profit} />
          </tr>
        </tfoot>
      </table>
    </section>,
    document.body,
  );
}

const Signed = ({ of }: { readonly of: Money }) => (
  <td>
    <bdi translate="no" dir="ltr">
      {formatSigned(of, 6)}
    </bdi>
  </td>
);
