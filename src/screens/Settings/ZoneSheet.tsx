import { useMemo, useState } from 'react';
import { Sheet } from '../../components/Modal.tsx';
import { SearchInput } from '../../components/TextInput.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { deviceNow } from '../../state/now.ts';
import styles from './SettingsScreen.module.css';
import { allZones, matchingZones, offsetText, zoneName } from './zones.ts';

interface ZoneSheetProps {
  readonly open: boolean;
  /** Undefined: the device's own. */
  readonly value: string | undefined;
  readonly onPick: (zone: string | undefined) => void;
  readonly onClose: () => void;
}

/** The time zones: the device's own, UTC, and all others. */
export function ZoneSheet({ open, value, onPick, onClose }: ZoneSheetProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const zones = useMemo(() => {
    const nowMs = deviceNow();
    return allZones().map((zone) => ({ zone, offset: offsetText(zone, nowMs) }));
  }, []);
  const shown = matchingZones(zones, query);
  return (
    <Sheet open={open} onClose={onClose} title={t('clock.zone')}>
      <div className={styles.search}>
        <SearchInput label={t('public.search')} value={query} onChange={setQuery} />
      </div>
      <ul>
        {query === '' && (
          <li>
            <ZoneRow
              name={t('clock.device')}
              isChosen={value === undefined}
              onPick={() => onPick(undefined)}
            />
          </li>
        )}
        {shown.map(({ zone, offset }) => (
          <li key={zone} className={styles.zone}>
            <ZoneRow
              name={zoneName(zone)}
              offset={zone === 'UTC' ? undefined : offset}
              isChosen={value === zone}
              onPick={() => onPick(zone)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={`faint ${styles.none}`}>{t('public.no_data')}</p>}
    </Sheet>
  );
}

interface ZoneRowProps {
  readonly name: string;
  readonly offset?: string | undefined;
  readonly isChosen: boolean;
  readonly onPick: () => void;
}

function ZoneRow({ name, offset, isChosen, onPick }: ZoneRowProps) {
  return (
    <button
      type="button"
      className={`row ${styles.zoneRow}`}
      aria-current={isChosen || undefined}
      onClick={onPick}
    >
      <span className={isChosen ? 'grow strong' : 'grow'}>{name}</span>
      {offset !== undefined && (
        <span className="soft" dir="ltr">
          {offset}
        </span>
      )}
    </button>
  );
}
