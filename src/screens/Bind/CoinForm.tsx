import { isCoinAddress } from '../../../shared/domain/payee.ts';
import { Button } from '../../components/Button.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { useForm } from '../../components/form/useForm.ts';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CurrencyChoice } from '../shared/CurrencyChoice.tsx';
import { COIN } from '../shared/draw-kind.ts';
import styles from './Bind.module.css';
import { type BindFormProps, useBind } from './use-bind.ts';

interface Fields extends Readonly<Record<string, string>> {
  readonly currency: string;
  readonly dc_address: string;
}

export function CoinForm(props: BindFormProps) {
  const { t } = useTranslation();
  const { draft, bind } = useBind<Fields>(COIN, props);
  const form = useForm<Fields>({
    initial: { currency: '', dc_address: '' },
    draft,
    check({ dc_address }) {
      const address = dc_address.trim();
      if (address === '') return { dc_address: t('wallet.input_address') };
      return { dc_address: isCoinAddress(address) ? undefined : t('wallet.bad_address') };
    },
    send: ({ currency, dc_address }) => bind({ draw_id: Number(currency), dc_address: dc_address.trim() }),
  });
  const paste = async (): Promise<void> => {
    const text = await clipboardText();
    if (text === undefined || text.trim() === '') showToast(t('wallet.paste_failed'));
    else form.set('dc_address', text.trim());
  };
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <CurrencyChoice
        label={t('wallet.network')}
        currencies={props.currencies}
        value={form.values.currency}
        onChange={(id) => form.set('currency', id)}
      />
      <div className={styles.ltr}>
        <FormField
          name="dc_address"
          label={t('wallet.address')}
          enterKeyHint="done"
          value={form.values.dc_address}
          onChange={(text) => form.set('dc_address', text)}
          error={form.errors.dc_address}
          end={
            <Button variant="quiet" size="s" onClick={() => void paste()}>
              {t('wallet.paste')}
            </Button>
          }
        />
      </div>
      <p className={styles.note}>{t('wallet.address_note')}</p>
      <Button variant="primary" type="submit" wide busy={form.busy}>
        {t('public.save')}
      </Button>
    </form>
  );
}

/** @returns undefined where the browser, or the reader, does not let a page read it */
const clipboardText = (): Promise<string | undefined> =>
  // Absent on pages that are not served securely.
  (navigator.clipboard?.readText?.() ?? Promise.reject(new Error('no clipboard'))).catch(() => undefined);
