import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation, useSearch } from 'wouter';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import { preloadLiveChart } from '../../chart/use-live-chart.ts';
import { AfterFrames } from '../../components/AfterFrames.tsx';
import { Button, IconButton } from '../../components/Button.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Icon } from '../../components/Icon.tsx';
import { laterComponent } from '../../components/later-component.ts';
import { MORE_ICONS } from '../../components/more-icons.ts';
import { Page } from '../../components/Page.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { useSignals } from '../../components/use-signals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showAlerts } from '../../state/alerts.ts';
import { useChoice } from '../../state/choices.ts';
import { market, refreshMarket } from '../../state/market.ts';
import { noteInstrument, recentInstruments } from '../../state/recent-instruments.ts';
import { accountId } from '../../state/session.ts';
import { laterPart } from '../shared/later-screen.ts';
import { useHero } from '../shared/use-hero.ts';
import chartStyles from './ChartPanel.module.css';
import { loadAhead } from './load-ahead.ts';
import { MarketStatus, PriceHeader, PriceNow } from './PriceHeader.tsx';
import { StarButton } from './StarButton.tsx';
import { PositionStrip, StripRows } from './strip/PositionStrip.tsx';
import styles from './TradeScreen.module.css';
import ticketStyles from './ticket/Ticket.module.css';
import { preloadOrder, Ticket } from './ticket/Ticket.tsx';
import { useLow, useLying } from './trade-media.ts';
import { chooseInstrument } from './trade-model.ts';

/** The chart with its controls: a file of its own, of which the screen's first render needs nothing. */
const ChartPanel = laterComponent(() => import('./ChartPanel.tsx').then((module) => module.openChartPanel()));
const InstrumentPicker = laterComponent(() =>
  import('../shared/InstrumentPicker.tsx').then((module) => module.InstrumentPicker),
);

const AccountStrip = laterPart(() =>
  import('../shared/AccountStrip.tsx').then((module) => module.AccountStrip),
);

const Nearby = laterPart(() => import('./Nearby.tsx').then((module) => module.Nearby));

const InstrumentSheet = lazy(() =>
  import('./sheet/InstrumentSheet.tsx').then((module) => ({ default: module.InstrumentSheet })),
);

/** The screen. Its chart's code downloads in parallel with the texts and data that the first render waits for. */
export function openTradeScreen(): ComponentType {
  ChartPanel.preload();
  preloadLiveChart();
  loadAhead(preloadTaps);
  return TradeScreen;
}

/** What taps on the screen need, in the order in which a first order comes to it. */
function preloadTaps(): void {
  preloadOrder();
  StripRows.preload();
  InstrumentPicker.preload();
}

/** `/trade`: an instrument with its price, chart and order form. Renders when the list changes, not on ticks. */
function TradeScreen() {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('id');
  const picker = useChoice<boolean>('trade.picker', false);
  const picking = picker.value;
  const setPicking = (is: boolean): void => {
    picker.value = is;
  };
  const [hasPicked, setHasPicked] = useState(false);
  const [isLow, isLying, isHero] = [useLow(), useLying(), useHero()];
  if (picking && !hasPicked) setHasPicked(true);
  const list = market.value;
  const choice =
    list.status === 'ready' ? chooseInstrument(list.instruments, asked, recentInstruments()[0]) : undefined;
  const instrument = choice?.status === 'found' ? choice.instrument : undefined;
  const id = instrument?.id;
  useEffect(() => {
    if (id !== undefined) noteInstrument(id);
  }, [id]);

  const pick = (chosen: InstrumentId) => {
    setPicking(false);
    if (chosen !== id) navigate(`/trade?id=${chosen}`, { replace: true });
  };
  return (
    <Page
      tabBar
      title={
        instrument ? (
          <PickerButton instrument={instrument} onClick={() => setPicking(true)} />
        ) : list.status === 'loading' ? (
          <Skeleton width={132} height={24} />
        ) : (
          t('tab.trade')
        )
      }
      actions={
        instrument && (
          <>
            {isLow && <PriceNow instrument={instrument} key={instrument.id} />}
            {isHero && (
              <div className={styles.quote}>
                <PriceHeader instrument={instrument} key={instrument.id} />
              </div>
            )}
            <AboutButton instrument={instrument} />
            <IconButton
              icon={MORE_ICONS.alarm}
              label={t('alerts.title')}
              onClick={() => showAlerts(instrument.id)}
            />
            {!isLow && !isLying && (
              <span className={styles.star}>
                <StarButton id={instrument.id} />
              </span>
            )}
          </>
        )
      }
      below={instrument && !isLying && <MarketStatus instrument={instrument} key={instrument.id} />}
    >
      {list.status === 'loading' && <TradeSkeleton />}
      {list.status === 'failed' && (
        <ErrorState text={list.message || t('trade.failed')} onRetry={refreshMarket} />
      )}
      {choice?.status === 'none' && (
        <EmptyState
          icon="trade"
          title={t('trade.empty')}
          action={
            <Button variant="primary" onClick={() => void refreshMarket()}>
              {t('public.retry')}
            </Button>
          }
        />
      )}
      {choice?.status === 'unknown' && (
        <EmptyState
          icon="trade"
          title={t('trade.unknown')}
          action={
            <Button variant="primary" onClick={() => setPicking(true)}>
              {t('trade.pick')}
            </Button>
          }
        />
      )}
      {instrument && (
        <div className={styles.columns}>
          {!isHero && (
            <div className={styles.head}>
              <PriceHeader instrument={instrument} />
            </div>
          )}
          <Desk instrument={instrument} />
        </div>
      )}
      <Suspense fallback={null}>
        {list.status === 'ready' && hasPicked && (
          <InstrumentPicker
            open={picking}
            list={list}
            chosen={id}
            onPick={pick}
            onClose={() => setPicking(false)}
          />
        )}
      </Suspense>
    </Page>
  );
}

interface DeskProps {
  readonly instrument: Instrument;
}

/** Chart and ticket, each mounted in a frame of its own: the tap that opens the screen pays for neither. */
function Desk({ instrument }: DeskProps) {
  useSignals();
  const hasMore = useHero() && accountId.value !== undefined;
  return (
    <>
      <Suspense fallback={<ChartSkeleton />}>
        <AfterFrames count={1} until={<ChartSkeleton />}>
          <ChartPanel instrument={instrument} />
        </AfterFrames>
      </Suspense>
      <div className={styles.below}>
        <div className={styles.rest}>
          <div className={styles.positions}>
            <PositionStrip instrument={instrument} key={instrument.id} />
          </div>
          <div className={styles.side}>
            <div className={styles.scroll}>
              {hasMore && (
                <div className={styles.account}>
                  <Suspense fallback={null}>
                    <AccountStrip />
                  </Suspense>
                </div>
              )}
              <AfterFrames count={2} until={<TicketSkeleton />}>
                <TicketPart instrument={instrument} />
              </AfterFrames>
              <Suspense fallback={null}>{hasMore && <Nearby instrument={instrument} />}</Suspense>
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function TicketPart({ instrument }: DeskProps) {
  useEffect(preloadTaps, []);
  return <Ticket instrument={instrument} outline={<FieldsSkeleton />} />;
}

/** Opens the sheet about the instrument, whose code comes with the first tap. */
function AboutButton({ instrument }: { readonly instrument: Instrument }) {
  const { t } = useTranslation();
  useSignals();
  const sheet = useChoice<boolean>('trade.about', false);
  const isOpen = sheet.value;
  const setOpen = (is: boolean): void => {
    sheet.value = is;
  };
  const [wasOpened, setOpened] = useState(false);
  if (isOpen && !wasOpened) setOpened(true);
  return (
    <>
      <IconButton icon="info" label={t('instrument.about')} onClick={() => setOpen(true)} />
      <Suspense fallback={null}>
        {wasOpened &&
          // The button is in the page's header, in which a sheet with a header of its own has no place.
          createPortal(
            <InstrumentSheet
              open={isOpen}
              instrument={instrument}
              onAlert={() => {
                setOpen(false);
                showAlerts(instrument.id);
              }}
              onClose={() => setOpen(false)}
            />,
            document.body,
          )}
      </Suspense>
    </>
  );
}

interface PickerButtonProps {
  readonly instrument: Instrument;
  readonly onClick: () => void;
}

/** The heading of the screen: the instrument's name, which opens the instrument picker. */
function PickerButton({ instrument, onClick }: PickerButtonProps) {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.picker} aria-haspopup="dialog" onClick={onClick}>
      <Icon name="menu" size={22} />
      <span className="one-line" dir="ltr" translate="no">
        {instrument.showCode}
      </span>
      <Icon name="down" size={16} />
      <span className="visually-hidden">{t('trade.pick')}</span>
    </button>
  );
}

/** Placeholders while the list of instruments loads, at the places of the later content. */
function TradeSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.columns} role="status" aria-label={t('public.loading')}>
      <div className={styles.price}>
        <Skeleton width={140} height={30} />
      </div>
      <ChartSkeleton />
      <TicketSkeleton />
    </div>
  );
}

const TicketSkeleton = () => (
  <div className={ticketStyles.ticket}>
    <FieldsSkeleton />
  </div>
);

/** As high as the fields will be: the chart takes what they leave. */
const FieldsSkeleton = () => (
  <div className={ticketStyles.outline}>
    <Skeleton height={44} />
    <Skeleton height={20} />
  </div>
);

/** The panel's place before there is an instrument, and before its code has loaded. */
const ChartSkeleton = () => (
  <section className={chartStyles.panel}>
    <div className={chartStyles.bar} />
    <div className={chartStyles.ground} />
  </section>
);
