import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Icon } from '../../components/Icon.tsx';
import { InstrumentLogo } from '../../components/InstrumentLogo.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './TradeScreen.module.css';

interface PickerButtonProps {
  readonly instrument: Instrument | undefined;
  readonly onClick: () => void;
}

/** The heading of the screen: the instrument's name, which opens the list of all. */
export function PickerButton({ instrument, onClick }: PickerButtonProps) {
  const { t } = useTranslation();
  if (!instrument) return <Skeleton width={132} height={24} />;
  return (
    <button type="button" className={styles.picker} aria-haspopup="dialog" onClick={onClick}>
      <Icon name="menu" size={22} />
      <InstrumentLogo logo={instrument.logo} name={instrument.code} size={24} />
      <span className={styles.name}>{instrument.showCode}</span>
      <Icon name="down" size={16} />
      <span className="visually-hidden">{t('trade.pick')}</span>
    </button>
  );
}
