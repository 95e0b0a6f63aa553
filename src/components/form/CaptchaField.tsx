import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './CaptchaField.module.css';
import { FormField } from './FormField.tsx';

interface CaptchaFieldProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  /** A data URL; undefined while it is on its way. */
  readonly picture: string | undefined;
  /** Another picture. */
  readonly onRenew: () => void;
}

/** The characters of a picture, to be typed; a tap on it brings another one. */
export function CaptchaField({ name, value, onChange, error, picture, onRenew }: CaptchaFieldProps) {
  const { t } = useTranslation();
  return (
    <FormField
      name={name}
      label={t('form.captcha')}
      enterKeyHint="next"
      value={value}
      onChange={onChange}
      error={error}
      end={
        <button
          type="button"
          className={styles.picture}
          aria-label={t('form.captcha_renew')}
          onClick={onRenew}
        >
          {picture !== undefined && <img src={picture} alt={t('form.captcha_alt')} />}
        </button>
      }
    />
  );
}
