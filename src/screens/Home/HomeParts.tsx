import { useEffect } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import { Icon } from '../../components/Icon.tsx';
import { LinkButton } from '../../components/LinkButton.tsx';
import { Sheet } from '../../components/Modal.tsx';
import { PullAround } from '../../components/PullToRefresh.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { countdownText } from '../../format/countdown.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { figures } from '../../state/account.ts';
import { offerChoice } from '../../state/choices.ts';
import { reloadAtTurn } from '../../state/market-turn.ts';
import { HOME_SORTS, homeSort } from '../../state/preferences.ts';
import { refreshHome } from '../../state/refresh-home.ts';
import { isDemo, session } from '../../state/session.ts';
import { shownNow } from '../../state/shown-now.ts';
import { useHero } from '../shared/use-hero.ts';
import { EditSheet } from './EditSheet.tsx';
import styles from './HomeParts.module.css';
import { homeSheet, opening, openQuick } from './home-view.ts';
import { Movers } from './Movers.tsx';
import { useRanks } from './use-ranks.ts';
import { useRowSwipe } from './use-row-swipe.ts';

interface HomePartsProps {
  readonly instruments: readonly Instrument[];
}

const close = (): void => {
  homeSheet.value = undefined;
};

const SHEET = {
  get value() {
    return homeSheet.value ?? '';
  },
  set value(text: string) {
    homeSheet.value = text === 'sort' || text === 'edit' ? text : undefined;
  },
};

/** What the list does without until its first rows are shown: its other orders, and the sheets above it. */
export function HomeParts({ instruments }: HomePartsProps) {
  useSignals();
  const { t } = useTranslation();
  useRanks(instruments, homeSort.value);
  useOpenings();
  useRowSwipe(t('home.quick'), openQuick);
  useEffect(() => offerChoice('home.sheet', SHEET), []);
  const isHero = useHero();
  return (
    <>
      <PullAround onRefresh={refreshHome} />
      {session.value.status !== 'anonymous' &&
        (isNew() ? <FirstSteps /> : !isHero && <Movers instruments={instruments} />)}
      <Sheets instruments={instruments} />
    </>
  );
}

/** A component of its own: the tap that opens one renders nothing else. */
function Sheets({ instruments }: HomePartsProps) {
  useSignals();
  const { t } = useTranslation();
  const sheet = homeSheet.value;
  return (
    <>
      <Sheet open={sheet === 'sort'} onClose={close} title={t('home.sort')}>
        <Sorts />
      </Sheet>
      <EditSheet open={sheet === 'edit'} instruments={instruments} onClose={close} />
    </>
  );
}

const { balance, equity } = figures;

/** A real account that nothing has been paid into yet. */
const isNew = (): boolean =>
  session.value.status === 'signed-in' && !isDemo.value && balance.value === 0 && equity.value === 0;

/** In the movers' place: what a new account needs first. */
function FirstSteps() {
  const { t } = useTranslation();
  return (
    <p className={styles.steps}>
      <LinkButton href="/mine/charge" variant="primary">
        {t('account.deposit')}
      </LinkButton>
      <LinkButton href="/mine/auth" variant="outline">
        {t('account.verification')}
      </LinkButton>
    </p>
  );
}

function Sorts() {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      {HOME_SORTS.map((sort) => (
        <button
          type="button"
          key={sort}
          className={`row ends ${styles.choice}`}
          aria-pressed={homeSort.value === sort}
          onClick={() => {
            homeSort.value = sort;
            close();
          }}
        >
          {t(`home.sorted.${sort}`)}
          {homeSort.value === sort && <Icon name="check" size={20} />}
        </button>
      ))}
    </>
  );
}

/** Gives the rows of closed markets the time until their next opening, in the reader's words. */
function useOpenings(): void {
  const { t } = useTranslation();
  useEffect(() => {
    opening.value = (market, isOpen, closed) => {
      reloadAtTurn(market, isOpen);
      const opensAt = 'opensAt' in market ? market.opensAt : undefined;
      if (isOpen || opensAt === undefined) return undefined;
      const [now, closedAt] = [shownNow.value, closed.value];
      if (now === undefined || opensAt <= now) return undefined;
      return {
        left: countdownText(opensAt - now, (days, time) => t('trade.days', { days, time })),
        part: closedAt === undefined ? 0 : Math.max(0, (now - closedAt) / (opensAt - closedAt)),
      };
    };
  }, [t]);
}
