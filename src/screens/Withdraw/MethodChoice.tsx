import { useId } from 'react';
import { Button } from '../../components/Button.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { refusalText } from '../../i18n/refusal.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MethodFacts } from '../shared/MethodFacts.tsx';
import type { Methods } from './use-methods.ts';
import styles from './Withdraw.module.css';

interface MethodChoiceProps {
  readonly methods: Methods;
  readonly onPick: (id: number) => void;
  readonly onAdd: () => void;
}

/** Where the money goes: one of the saved addresses or accounts of the currency. */
export function MethodChoice({ methods, onPick, onAdd }: MethodChoiceProps) {
  const { t } = useTranslation();
  const name = useId();
  const { loaded, chosen } = methods;
  if (loaded.status === 'loading') return <Skeleton height={84} />;
  if (loaded.status === 'failed')
    return <ErrorState text={refusalText(t, loaded.error)} onRetry={() => void methods.reload()} />;
  const { list } = loaded.value;
  return (
    <fieldset className={styles.methods}>
      <legend className={styles.label}>{t('withdraw.pay_to')}</legend>
      {list.map((method) => (
        <label key={method.id} className={styles.method}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={method.id === chosen?.id}
            onChange={() => onPick(method.id)}
          />
          <MethodFacts method={method} />
          <span className={styles.mark}>
            <Icon name="check" size={20} />
          </span>
        </label>
      ))}
      {list.length === 0 && <p className={styles.none}>{t('wallet.not_bind')}</p>}
      <Button variant="quiet" size="s" onClick={onAdd}>
        <Icon name="plus" size={16} />
        {t(list.length === 0 ? 'wallet.bind' : 'wallet.add_another')}
      </Button>
    </fieldset>
  );
}
