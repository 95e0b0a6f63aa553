import { type ComponentProps, useMemo, useRef, useState } from 'react';
import { formatCountry } from '../../format/list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FormField } from '../form/FormField.tsx';
import { Icon } from '../Icon.tsx';
import { Sheet } from '../Modal.tsx';
import { Segmented } from '../Segmented.tsx';
import { SearchInput } from '../TextInput.tsx';
import styles from './ContactFields.module.css';

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

/** The name of an account: an e-mail address, or a phone number with its country code. */
export function ContactFields({ contact, areas, ...field }: ContactFieldsProps) {
  const { t } = useTranslation();
  const { kind } = contact;
  const look = LOOKS[kind];
  const typed = useRef<{ [K in ContactKind]?: string }>({});
  return (
    <>
      <Segmented
        options={[
          { value: 'email', label: t('account.email') },
          { value: 'mobile', label: t('account.mobile') },
        ]}
        value={kind}
        onChange={(chosen) => {
          typed.current[kind] = field.value;
          contact.setKind(chosen);
          field.onChange(typed.current[chosen] ?? '');
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

interface Area {
  readonly id: number;
  /** ISO 3166 country code. */
  readonly code: string;
  /** The dialling code, with or without a plus. */
  readonly dialCode: string;
}

interface AreaButtonProps {
  readonly areas: readonly Area[];
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}

/** The dialling code before a phone number; a tap opens the list of countries. */
export function AreaButton({ areas, value, onChange }: AreaButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chosen = areas.find(({ id }) => id === value);
  const dialled = chosen ? plus(chosen.dialCode) : '+';
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('form.area', { name: chosen ? `${formatCountry(chosen.code)} ${dialled}` : dialled })}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span dir="ltr">{dialled}</span>
        <Icon name="down" size={14} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('form.area_title')}>
        <AreaList
          areas={areas}
          value={value}
          onPick={(id) => {
            setOpen(false);
            onChange(id);
          }}
        />
      </Sheet>
    </>
  );
}

function AreaList({
  areas,
  value,
  onPick,
}: {
  readonly areas: readonly Area[];
  readonly value: number | undefined;
  readonly onPick: (id: number) => void;
}) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const named = useMemo(
    () =>
      areas
        .map((area) => ({ ...area, name: formatCountry(area.code) }))
        .sort((a, b) => a.name.localeCompare(b.name)),
    [areas],
  );
  const wanted = keyword.trim().toLocaleLowerCase();
  const shown = named.filter(
    ({ name, code, dialCode }) =>
      name.toLocaleLowerCase().includes(wanted) ||
      code.toLowerCase() === wanted ||
      plus(dialCode).includes(wanted),
  );
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('public.search')} value={keyword} onChange={setKeyword} />
      </div>
      {shown.length === 0 && <p className={styles.none}>{t('public.no_data')}</p>}
      <ul>
        {shown.map(({ id, name, dialCode }) => (
          <li key={id} className={styles.item}>
            <button
              type="button"
              className={`row ${styles.area}`}
              aria-current={id === value || undefined}
              onClick={() => onPick(id)}
            >
              <span className="grow">{name}</span>
              <span dir="ltr">{plus(dialCode)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const plus = (code: string): string => (code.startsWith('+') ? code : `+${code}`);
