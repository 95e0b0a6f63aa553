import type { WireLeader } from '../../../shared/contract/wire-people.ts';
import { moneyFromWire } from '../../../shared/domain/money.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPercent, formatRatio } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './RankScreen.module.css';

interface LeaderCardProps {
  readonly leader: WireLeader;
  /** The place in the ranking, from 1. */
  readonly place: number | undefined;
  readonly onOpen: () => void;
}

/** Rates come in percent with decimals; the formatters take whole hundredths. */
const hundredths = (percent: number): number => Math.round(percent * 100);

export function LeaderCard({ leader, place, onOpen }: LeaderCardProps) {
  const { t } = useTranslation();
  const rate = hundredths(leader.three_week_rate);
  const income = moneyFromWire(leader.three_week_profit);
  return (
    <button type="button" className={styles.card} onClick={onOpen}>
      <span className={styles.head}>
        {place !== undefined && <span className={styles.place}>{place}</span>}
        <span className={styles.name}>{leader.user}</span>
        <span className={styles.minor}>{t('rank.multiple', { multiple: leader.multiple })}</span>
      </span>
      <span className={styles.rate}>
        <span className={styles.big} data-tone={toneOf(rate)} dir="ltr">
          {formatPercent(rate)}
        </span>
        <span className={styles.minor}>
          {t('rank.rate')} · {t('rank.window')}
        </span>
      </span>
      <span className={styles.facts}>
        <Fact label={t('rank.win')} value={formatRatio(hundredths(leader.three_week_win))} />
        <Fact label={t('rank.profit')} value={formatSigned(income)} />
        <Fact label={t('rank.total_rate')} value={formatPercent(hundredths(leader.total_rate))} />
        <Fact label={t('rank.trades')} value={String(leader.total_trade_num)} />
      </span>
    </button>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <span className={styles.fact}>
      <span className={styles.minor}>{label}</span>
      <span dir="ltr">{value}</span>
    </span>
  );
}
