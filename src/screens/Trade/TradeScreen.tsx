import { signal } from '@preact/signals-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Instrument, InstrumentId } from '../../../shared/domain/instrument.ts';
import type { Period } from '../../../shared/domain/period.ts';
import { CandleChart } from '../../chart/CandleChart.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { ErrorState } from '../../components/ErrorState.tsx';
import { Page } from '../../components/Page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useSignals } from '../../components/useSignals.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { market, refreshMarket } from '../../state/market.ts';
import { lastTrade } from '../../state/preferences.ts';
import { chooseInstrument } from './choose-instrument.ts';
import { InstrumentPicker } from './InstrumentPicker.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { PickerButton } from './PickerButton.tsx';
import { PriceHeader } from './PriceHeader.tsx';
import { TradeSkeleton } from './TradeSkeleton.tsx';
import { Ticket } from './ticket/Ticket.tsx';

/** Stays as chosen while the page lives, whatever the instrument. */
const period = signal<Period>('1min');

/** `/trade`: one instrument with its price, chart and order form. Renders when the list changes, never on a tick. */
export function TradeScreen() {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('id');
  const [picking, setPicking] = useState(false);
  const list = market.value;
  const choice =
    list.status === 'ready' ? chooseInstrument(list.instruments, asked, lastTrade.peek()) : undefined;
  const instrument = choice && choice.status !== 'none' ? choice.instrument : undefined;
  const name = instrument?.showCode;
  const id = instrument?.id;
  const replaced = choice?.status === 'replaced';
  useEffect(() => {
    if (id === undefined) return;
    lastTrade.value = id;
    if (!replaced) return;
    showToast(t('trade.replaced', { name }));
    navigate(pathOf(id), { replace: true });
  }, [id, replaced, name, navigate, t]);

  const pick = (chosen: InstrumentId) => {
    setPicking(false);
    if (chosen !== id) navigate(pathOf(chosen), { replace: true });
  };
  return (
    <Page tabBar title={<PickerButton instrument={instrument} onClick={() => setPicking(true)} />}>
      {list.status === 'loading' && <TradeSkeleton />}
      {list.status === 'failed' && (
        <ErrorState text={list.message || t('trade.failed')} onRetry={() => void refreshMarket()} />
      )}
      {choice?.status === 'none' && <EmptyState icon="trade" title={t('trade.empty')} />}
      {instrument && <Desk instrument={instrument} />}
      {list.status === 'ready' && (
        <InstrumentPicker
          open={picking}
          list={list}
          chosen={id}
          onPick={pick}
          onClose={() => setPicking(false)}
        />
      )}
    </Page>
  );
}

const pathOf = (id: InstrumentId): string => `/trade?id=${id}`;

function Desk({ instrument }: { readonly instrument: Instrument }) {
  return (
    <>
      <PriceHeader instrument={instrument} />
      <PeriodChart instrument={instrument} />
      <Ticket instrument={instrument} />
    </>
  );
}

/** Another period renders this much and no more. */
function PeriodChart({ instrument }: { readonly instrument: Instrument }) {
  useSignals();
  return (
    <>
      <PeriodBar
        period={period.value}
        onChange={(chosen) => {
          period.value = chosen;
        }}
      />
      <CandleChart instrumentId={instrument.id} period={period.value} precision={instrument.precision} />
    </>
  );
}
