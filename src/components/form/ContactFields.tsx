import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Segmented } from '../Segmented.tsx';
import { AreaButton } from './AreaButton.tsx';
import { FormField } from './FormField.tsx';

type ContactKind = 'email' | 'mobile';

interface ContactFieldsProps {
  readonly kind: ContactKind;
  readonly onKind: (kind: ContactKind) => void;
  readonly account: string;
  readonly onAccount: (account: string) => void;
  readonly error?: string | undefined;
  readonly areas: ComponentProps<typeof AreaButton>['areas'];
  readonly areaId: number | undefined;
  readonly onArea: (id: number) => void;
}

const LOOKS = {
  email: { label: 'account.email', hint: 'account.email_hint', type: 'email' },
  mobile: { label: 'account.mobile', hint: 'account.mobile_hint', type: 'tel' },
} as const;

/** Who one is: by e-mail, or by a phone number with its country's code. */
export function ContactFields(props: ContactFieldsProps) {
  const { t } = useTranslation();
  const look = LOOKS[props.kind];
  return (
    <>
      <Segmented
        options={[
          { value: 'email', label: t('account.email') },
          { value: 'mobile', label: t('account.mobile') },
        ]}
        value={props.kind}
        onChange={props.onKind}
        label={t('account.kind')}
      />
      <FormField
        key={props.kind}
        name="account"
        label={t(look.label)}
        placeholder={t(look.hint)}
        type={look.type}
        inputMode={look.type}
        autoComplete="username"
        enterKeyHint="next"
        value={props.account}
        onChange={props.onAccount}
        error={props.error}
        start={
          props.kind === 'mobile' && props.areas.length > 0 ? (
            <AreaButton areas={props.areas} value={props.areaId} onChange={props.onArea} />
          ) : undefined
        }
      />
    </>
  );
}
