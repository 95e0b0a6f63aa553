import { useCallback, useState } from 'react';
import type { WireDraw } from '../../../shared/contract/wire-payments.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Skeleton } from '../../components/Skeleton.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { COIN, type DrawKind } from '../shared/draw-kind.ts';
import { DrawDone } from './DrawDone.tsx';
import { DrawForm } from './DrawForm.tsx';
import styles from './Withdraw.module.css';

interface DrawDeskProps {
  readonly kind: DrawKind;
  readonly onRecords: () => void;
}

/** The form of one kind, and in its place what came of it. */
export function DrawDesk({ kind, onRecords }: DrawDeskProps) {
  const { t } = useTranslation();
  const { loaded, reload } = useLoaded(useCallback(() => ask('getDrawCurrencies', { type: kind }), [kind]));
  const [done, setDone] = useState<WireDraw>();
  if (done !== undefined)
    return <DrawDone draw={done} onRecords={onRecords} onAgain={() => setDone(undefined)} />;
  if (loaded.status === 'loading') return <Outline />;
  if (loaded.status === 'failed')
    return <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void reload()} />;
  if (loaded.value.list.length === 0) {
    const icon = kind === COIN ? MORE_ICONS.coin : MORE_ICONS.bank;
    return <EmptyState icon={icon} title={t('withdraw.no_pay_way')} />;
  }
  return <DrawForm kind={kind} currencies={loaded.value.list} onDone={setDone} />;
}

function Outline() {
  return (
    <div className={styles.form}>
      <Skeleton height={44} width="70%" />
      <Skeleton height={84} />
      <Skeleton height={48} />
      <Skeleton height={48} />
    </div>
  );
}
