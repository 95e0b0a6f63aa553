import type { ComponentProps } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Segmented } from '../Segmented.tsx';
import { AreaButton } from './AreaButton.tsx';
import { FormField } from './FormField.tsx';

type ContactKind = 'email' | 'mobile';

interface ContactFieldsProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (account: string) => void;
  readonly error?: string | undefined;
  /** As `useContact` returns it. */
  readonly contact: {
    readonly kind: ContactKind;
    readonly setKind: (kind: ContactKind) => void;
    readonly areaId: number | undefined;
    readonly setAreaId: (id: number) => void;
  };
  readonly areas: ComponentProps<typeof AreaButton>['areas'];
}

const LOOKS = {
  email: { label: 'account.email', hint: 'account.email_hint', type: 'email' },
  mobile: { label: 'account.mobile', hint: 'account.mobile_hint', type: 'tel' },
} as const;

/** What an account is named by: an e-mail address, or a phone number with its country's code. */
export function ContactFields({ contact, areas, ...field }: ContactFieldsProps) {
  const { t } = useTranslation();
  const { kind } = contact;
  const look = LOOKS[kind];
  return (
    <>
      <Segmented
        options={[
          { value: 'email', label: t('account.email') },
          { value: 'mobile', label: t('account.mobile') },
        ]}
        value={kind}
        onChange={(chosen) => {
          contact.setKind(chosen);
          field.onChange('');
        }}
        label={t('account.kind')}
      />
      <FormField
        {...field}
        key={kind}
        label={t(look.label)}
        placeholder={t(look.hint)}
        type={look.type}
        inputMode={look.type}
        autoComplete="username"
        enterKeyHint="next"
        start={
          kind === 'mobile' && areas.length > 0 ? (
            <AreaButton areas={areas} value={contact.areaId} onChange={contact.setAreaId} />
          ) : undefined
        }
      />
    </>
  );
}
