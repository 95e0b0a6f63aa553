import { useMemo, useState } from 'react';
import { formatCountry } from '../../format/list.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Icon } from '../Icon.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { Sheet } from '../Sheet.tsx';
import styles from './AreaButton.module.css';

interface Area {
  readonly id: number;
  /** ISO 3166. */
  readonly code: string;
  /** The dialling code, with or without a plus. */
  readonly global_code: string;
}

interface AreaButtonProps {
  readonly areas: readonly Area[];
  readonly value: number | undefined;
  readonly onChange: (id: number) => void;
}

/** The dialling code before a phone number; opens the list of countries. */
export function AreaButton({ areas, value, onChange }: AreaButtonProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const chosen = areas.find(({ id }) => id === value);
  const dialled = chosen ? plus(chosen.global_code) : '+';
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
    ({ name, code, global_code }) =>
      name.toLocaleLowerCase().includes(wanted) ||
      code.toLowerCase() === wanted ||
      plus(global_code).includes(wanted),
  );
  return (
    <>
      <div className={styles.search}>
        <SearchInput label={t('public.search')} value={keyword} onChange={setKeyword} />
      </div>
      {shown.length === 0 && <p className={styles.none}>{t('public.no_data')}</p>}
      <ul>
        {shown.map(({ id, name, global_code }) => (
          <li key={id} className={styles.item}>
            <button
              type="button"
              className={styles.area}
              aria-current={id === value || undefined}
              onClick={() => onPick(id)}
            >
              <span className={styles.name}>{name}</span>
              <span dir="ltr">{plus(global_code)}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

const plus = (code: string): string => (code.startsWith('+') ? code : `+${code}`);
