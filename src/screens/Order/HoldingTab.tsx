import { useState } from 'react';
import type { WorkingOrders } from '../../../shared/bridge/worker-api.ts';
import { InfiniteList } from '../../components/InfiniteList.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { confirmOrders } from '../../state/preferences.ts';
import { ActButton } from './ActButton.tsx';
import type { Ask } from './AskDialog.tsx';
import { HoldingRow } from './HoldingRow.tsx';
import { NoOrders } from './NoOrders.tsx';
import styles from './OrderScreen.module.css';
import type { Opened } from './opened.ts';
import { newestFirst } from './order-model.ts';
import { RowSkeletons } from './RowSkeletons.tsx';
import type { OrderActions } from './use-order-actions.ts';

export interface WorkingTabProps {
  readonly orders: WorkingOrders;
  readonly actions: OrderActions;
  readonly onOpen: (opened: Opened) => void;
  readonly onAsk: (ask: Ask) => void;
}

/** Rows made at a time: each holds live texts, and an account may hold a thousand positions. */
const SLICE = 30;

export function HoldingTab({ orders, actions, onOpen, onAsk }: WorkingTabProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(SLICE);
  if (orders.status === 'unknown') return <RowSkeletons />;
  const positions = newestFirst(orders.positions);
  const done = shown >= positions.length;
  return (
    <>
      {positions.length > 1 && (
        <div className={styles.bulk}>
          <ActButton variant="danger" size="s" onClick={() => onAsk({ status: 'close-all', positions })}>
            {t('order.close_all')}
          </ActButton>
        </div>
      )}
      <InfiniteList
        items={positions.slice(0, shown)}
        loading={false}
        done={done}
        onEnd={() => setShown(shown + SLICE)}
        empty={<NoOrders title={t('order.empty_holding')} />}
        renderItem={(position) => (
          <HoldingRow
            key={position.id}
            position={position}
            underway={actions.underway}
            onOpen={() => onOpen({ status: 'working', id: position.id })}
            onClose={() => {
              if (confirmOrders.peek()) onAsk({ status: 'close', position });
              else void actions.close(position);
            }}
          />
        )}
      />
    </>
  );
}
