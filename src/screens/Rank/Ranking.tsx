import type { Leader } from '../../../shared/contract/leaders.ts';
import { Segmented } from '../../components/Segmented.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPercent, formatRatio, formatScaled } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useChoice } from '../../state/choices.ts';
import type { LeadersProps } from './Documentary.tsx';
import { hundredths, ORDERS, type RankOrder, ranked } from './leaders.ts';
import styles from './RankScreen.module.css';

const LABELS = { rate: 'rank.rate', winRate: 'rank.win', profit: 'rank.profit' } as const;

/** The best three on a podium, and the others below, by what the reader chooses. */
export function Ranking({ list, onCopy }: LeadersProps) {
  useSignals();
  const { t } = useTranslation();
  const chosen = useChoice<RankOrder>('rank.by', 'rate');
  const by = chosen.value;
  const order = ranked(list, by);
  return (
    <>
      <div className={styles.choice}>
        <Segmented
          label={t('rank.by_rate')}
          options={ORDERS.map((value) => ({ value, label: t(LABELS[value]) }))}
          value={by}
          onChange={(next) => {
            chosen.value = next;
          }}
        />
        <p className="tiny">{t('rank.window')}</p>
      </div>
      <ol className={styles.ranking}>
        {order.map((leader, at) => (
          <li key={leader.user} data-place={at < 3 ? at + 1 : undefined}>
            <button type="button" className={styles.entry} onClick={onCopy}>
              <span className={`strong ${styles.place}`} translate="no">
                {formatScaled(at + 1, 0)}
              </span>
              <span className={`grow ${styles.who}`}>
                <span className="strong">{leader.user}</span>
                <span className="tiny" translate="no">
                  {leader.code}
                </span>
              </span>
              <Figure leader={leader} by={by} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

interface FigureProps {
  readonly leader: Leader;
  readonly by: RankOrder;
}

function Figure({ leader, by }: FigureProps) {
  const rate = hundredths(leader.rate);
  const [text, tone] =
    by === 'rate'
      ? [formatPercent(rate), toneOf(rate)]
      : by === 'winRate'
        ? [formatRatio(hundredths(leader.winRate)), undefined]
        : [formatSigned(leader.profit), toneOf(leader.profit)];
  return (
    <span className="strong" dir="ltr" translate="no" data-tone={tone}>
      {text}
    </span>
  );
}
