import { useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import { CODE } from '../../../shared/contract/codes.ts';
import type { DrawMethod } from '../../../shared/contract/payments.ts';
import { Button, IconButton } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Outline } from '../../components/LoadedView.tsx';
import { ConfirmDialog } from '../../components/Modal.tsx';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { PullToRefresh } from '../../components/PullToRefresh.tsx';
import { RefusalState } from '../../components/RefusalState.tsx';
import { showRefusal } from '../../components/show-refusal.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ask, useLoaded } from '../../state/ask.ts';
import { ConfirmMethod } from '../shared/ConfirmMethod.tsx';
import { BANK, bindPath, COIN, type DrawKind, FROM_HERE, payeeOf } from '../shared/destinations.ts';
import { MethodFacts } from '../shared/MethodFacts.tsx';
import { MethodState } from '../shared/MethodState.tsx';
import { useHoldEnd } from '../shared/use-hold-end.ts';
import styles from './MethodsScreen.module.css';

/** `/mine/bank-card-list` and `/mine/coin-address-list`: the saved destinations of withdrawals. */
export function MethodsScreen() {
  const { t } = useTranslation();
  const [path] = useLocation();
  const kind = path.startsWith('/mine/coin-address-list') ? COIN : BANK;
  return (
    <Page title={t(kind === COIN ? 'wallet.coins' : 'wallet.banks')} back>
      <MethodList key={kind} kind={kind} />
    </Page>
  );
}

function MethodList({ kind }: { readonly kind: DrawKind }) {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const { loaded, reload } = useLoaded(useCallback(() => ask('getDrawMethods', { kind }), [kind]));
  useHoldEnd(loaded.status === 'ready' ? loaded.value.list : []);
  const [leaving, setLeaving] = useState<DrawMethod>();
  const [confirming, setConfirming] = useState<DrawMethod>();
  const add = (
    <Button variant="primary" wide onClick={() => navigate(bindPath(kind), { state: FROM_HERE })}>
      {t(kind === COIN ? 'wallet.add_coin' : 'wallet.add_bank')}
    </Button>
  );
  const remove = async (id: number): Promise<void> => {
    const answer = await ask('deleteDrawMethod', { id });
    // Already deleted on another device: the goal is reached.
    if (answer.ok || answer.error.code === CODE.notFound) showToast(t('wallet.deleted'), 'ok');
    else return showRefusal(t, answer.error);
    await reload();
  };
  if (loaded.status === 'loading') return <Outline className={styles.list} rows={[84, 84, 84]} />;
  if (loaded.status === 'failed') return <RefusalState error={loaded.error} onRetry={reload} />;
  const { list } = loaded.value;
  if (list.length === 0) {
    return (
      <EmptyState
        icon={kind === COIN ? MORE_ICONS.coin : MORE_ICONS.bank}
        title={t('public.no_data')}
        text={t('wallet.not_bind')}
        action={add}
      />
    );
  }
  return (
    <PullToRefresh onRefresh={reload}>
      <ul className={styles.list}>
        {list.map((method) => (
          <li key={method.id} className={`card ${styles.method}`}>
            <MethodFacts method={method}>
              <MethodState method={method} onConfirm={() => setConfirming(method)} />
            </MethodFacts>
            <IconButton
              icon={MORE_ICONS.trash}
              label={t('wallet.delete_of', { account: payeeOf(method) })}
              onClick={() => setLeaving(method)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.add}>{add}</div>
      {confirming !== undefined && (
        <ConfirmMethod
          id={confirming.id}
          onClose={() => setConfirming(undefined)}
          onConfirmed={() => {
            setConfirming(undefined);
            void reload();
          }}
        />
      )}
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('wallet.delete_title')}
        text={t('wallet.delete_text')}
        action={t('public.delete')}
        danger
        onClose={() => setLeaving(undefined)}
        onConfirm={() => (leaving === undefined ? undefined : remove(leaving.id))}
      />
    </PullToRefresh>
  );
}
