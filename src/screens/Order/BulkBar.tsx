import { computed, type ReadonlySignal } from '@preact/signals-react';
import { useMemo } from 'react';
import type { OrderId, Position } from '../../../shared/domain/order.ts';
import { IconButton } from '../../components/Button.tsx';
import { SigText } from '../../components/SigText.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSigned } from '../../format/money.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { singlePositions } from '../../state/preferences.ts';
import { ActButton } from '../shared/ActButton.tsx';
import { hideableText, hideableTone } from '../shared/Balance.tsx';
import { groupOf, type Scope } from '../shared/bulk.ts';
import styles from './OrderScreen.module.css';

interface BulkBarProps {
  readonly positions: readonly Position[];
  readonly underway: ReadonlySignal<ReadonlySet<OrderId>>;
  readonly onPick: (scope: Scope) => void;
}

const SINGLE = 'M4 5h16M4 9.700h16M4 14.300h16M4 19h16';
const GROUPED = 'M4 5h16v6H4zM7 15h13M7 19h13';

/** Closes all positions, the winners or the losers, with the profit of each group, live; and how they are listed. */
export function BulkBar({ positions, underway, onPick }: BulkBarProps) {
  useSignals();
  const { t } = useTranslation();
  const isSingle = singlePositions.value;
  return (
    <div className={styles.bar}>
      <fieldset className={styles.bulk} aria-label={t('order.bulk_close')}>
        <ActButton variant="quiet" size="s" onClick={() => onPick('all')}>
          {t('order.close_all')}
        </ActButton>
        <GroupButton scope="winners" {...{ positions, underway, onPick }} />
        <GroupButton scope="losers" {...{ positions, underway, onPick }} />
      </fieldset>
      <IconButton
        icon={{ path: isSingle ? SINGLE : GROUPED }}
        label={t('order.single')}
        pressed={isSingle}
        onClick={() => {
          singlePositions.value = !isSingle;
        }}
      />
    </div>
  );
}

function GroupButton({
  positions,
  underway,
  onPick,
  scope,
}: BulkBarProps & { readonly scope: 'winners' | 'losers' }) {
  useSignals();
  const { t } = useTranslation();
  const group = useMemo(() => groupOf(positions, scope), [positions, scope]);
  const isEmpty = useMemo(
    () => computed(() => group.value.members.length === 0 || underway.value.size >= positions.length),
    [group, underway, positions],
  );
  return (
    <ActButton variant="quiet" size="s" disabled={isEmpty.value} onClick={() => onPick(scope)}>
      <span className={styles.group}>
        <span className={styles.groupName}>{t(scope === 'winners' ? 'order.winners' : 'order.losers')}</span>{' '}
        <SigText
          tone={() => hideableTone(group.value.total)}
          text={() => (group.value.members.length === 0 ? '' : hideableText(formatSigned(group.value.total)))}
        />
      </span>
    </ActButton>
  );
}
