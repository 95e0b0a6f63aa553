import { Button } from '../../components/Button.tsx';
import { FormField } from '../../components/form/FormField.tsx';
import { PictureField } from '../../components/form/PictureField.tsx';
import type { Form } from '../../components/form/useForm.ts';
import { plainDecimal } from '../../components/step-decimal.ts';
import { fieldText } from '../../format/parse.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { uploadPicture } from '../../state/upload.ts';
import styles from './Charge.module.css';
import type { DepositFields } from './use-deposit-form.ts';

interface DepositFormProps {
  readonly form: Form<DepositFields>;
  readonly label: string;
  readonly unit: string;
}

/** How much was sent, and the picture that shows it. */
export function DepositForm({ form, label, unit }: DepositFormProps) {
  const { t } = useTranslation();
  return (
    <form className={styles.form} noValidate onSubmit={form.onSubmit}>
      <FormField
        name="number"
        label={label}
        inputMode="decimal"
        enterKeyHint="done"
        value={fieldText(form.values.number)}
        onChange={(text) => form.set('number', plainDecimal(text))}
        error={form.errors.number}
        end={<span className={styles.unit}>{unit}</span>}
      />
      <PictureField
        name="proofImg"
        label={t('charge.proof')}
        hint={t('form.take_picture')}
        value={form.values.proofImg}
        onChange={(url) => form.set('proofImg', url)}
        error={form.errors.proofImg}
        upload={uploadPicture}
      />
      <Button variant="primary" type="submit" wide busy={form.busy}>
        {t('charge.submit')}
      </Button>
    </form>
  );
}
