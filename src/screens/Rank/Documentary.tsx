import type { Leader } from '../../../shared/contract/leaders.ts';
import { Button } from '../../components/Button.tsx';
import { Fact } from '../../components/Fact.tsx';
import { formatMoment } from '../../format/date.ts';
import { formatSigned, toneOf } from '../../format/money.ts';
import { formatPercent, formatRatio, formatScaled, UNKNOWN } from '../../format/number.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CURVE, hundredths, leaderCurve, ranked } from './leaders.ts';
import styles from './RankScreen.module.css';

export interface LeadersProps {
  readonly list: readonly Leader[];
  readonly onCopy: () => void;
}

/** One leader after the other, the best return first: the curve of three weeks, the risk, and the latest trades. */
export function Documentary({ list, onCopy }: LeadersProps) {
  return (
    <ul className={styles.leaders}>
      {ranked(list, 'rate').map((leader) => (
        <li key={leader.user} className={styles.leader}>
          <LeaderPage leader={leader} onCopy={onCopy} />
        </li>
      ))}
    </ul>
  );
}

interface LeaderPageProps {
  readonly leader: Leader;
  readonly onCopy: () => void;
}

function LeaderPage({ leader, onCopy }: LeaderPageProps) {
  const { t } = useTranslation();
  const { user, code, product, multiple, followers, fall, curve, latest = [] } = leader;
  const rate = hundredths(leader.rate);
  return (
    <article className={styles.page}>
      <div className={`ends ${styles.head}`}>
        <div className={styles.who}>
          <h2 className="strong">{user}</h2>
          <p className="tiny">
            {[code, product, t('rank.multiple', { multiple })].filter(Boolean).join(' · ')}
          </p>
        </div>
        <p className={styles.rate}>
          <span className="strong" data-tone={toneOf(rate)} dir="ltr">
            {formatPercent(rate)}
          </span>
          <span className="tiny">{t('rank.window')}</span>
        </p>
      </div>
      {curve !== undefined && <Curve gains={curve} />}
      <dl className={`figures ${styles.facts}`}>
        <Fact label={t('rank.win')} value={formatRatio(hundredths(leader.winRate))} />
        <Fact
          label={t('portfolio.fall')}
          value={
            fall === undefined ? (
              UNKNOWN
            ) : (
              <bdi dir="ltr" translate="no">
                {formatPercent(hundredths(fall))}
              </bdi>
            )
          }
        />
        <Fact
          label={t('rank.profit')}
          value={
            <bdi dir="ltr" translate="no">
              {formatSigned(leader.profit)}
            </bdi>
          }
        />
        <Fact
          label={t('rank.total_rate')}
          value={
            <bdi dir="ltr" translate="no">
              {formatPercent(hundredths(leader.totalRate))}
            </bdi>
          }
        />
        <Fact label={t('rank.trades')} value={formatScaled(leader.trades, 0)} />
        <Fact
          label={t('rank.followers')}
          value={followers === undefined ? UNKNOWN : formatScaled(followers, 0)}
        />
      </dl>
      {latest.length > 0 && (
        <div>
          <h3 className="faint">{t('rank.latest')}</h3>
          <ul>
            {latest.map(({ closedAt, profit }) => (
              <li key={closedAt} className={`ends soft ${styles.trade}`}>
                <span translate="no">{formatMoment(Date.parse(closedAt))}</span>
                <span dir="ltr" translate="no" data-tone={toneOf(profit)}>
                  {formatSigned(profit)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button variant="outline" wide onClick={onCopy}>
        {t('rank.copy', { name: user })} · {t('public.coming_soon')}
      </Button>
    </article>
  );
}

/** Time runs from left to right in all languages. The figures around it say how it ends. */
function Curve({ gains }: { readonly gains: readonly number[] }) {
  const { path, zero } = leaderCurve(gains);
  const line = { fill: 'none', vectorEffect: 'non-scaling-stroke' } as const;
  return (
    <svg
      className={styles.curve}
      viewBox={`0 -3 ${CURVE.width} ${CURVE.height + 6}`}
      width="100%"
      height={CURVE.height + 6}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path {...line} stroke="var(--rail)" strokeDasharray="3 4" d={`M0 ${zero}H${CURVE.width}`} />
      <path {...line} stroke="var(--series-1)" strokeWidth="2" d={path} />
    </svg>
  );
}
