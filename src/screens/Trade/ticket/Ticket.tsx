import { useComputed, useSignalEffect } from '@preact/signals-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import { AfterFrames } from '../../../components/AfterFrames.tsx';
import { laterComponent } from '../../../components/later-component.ts';
import { Segmented } from '../../../components/Segmented.tsx';
import { PriceStepper } from '../../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Extras } from './Extras.tsx';
import { SizeFields } from './SizeFields.tsx';
import styles from './Ticket.module.css';
import { TicketBar } from './TicketBar.tsx';
import type { TicketDraft } from './ticket-draft.ts';
import { takeOffer } from './ticket-drafts.ts';
import { problemText } from './ticket-text.ts';
import { useOrderEntry } from './use-order-entry.ts';
import { type TicketState, useTicket } from './use-ticket.ts';

// Chunks of their own: not needed for the first look at the screen.
export const Impact = laterComponent(() => import('./Impact.tsx').then((module) => module.Impact));
const ConfirmSheet = lazy(() =>
  import('./ConfirmSheet.tsx').then((module) => ({ default: module.ConfirmSheet })),
);

/** The form can be used without them: they come when the screen has been still, or after the first tap's answer. */
const REST_MS = 300;

interface TicketProps {
  readonly instrument: Instrument;
  /** Stands in for the fields at first, at about their height; by default they come at once. */
  readonly outline?: ReactNode;
}

/**
 * The order form, with Sell and Buy in a bar above the tab bar. It does not render on ticks. The bar comes first and the
 * fields a frame later: together they would keep the next tap waiting.
 */
export function Ticket({ instrument, outline }: TicketProps) {
  const form = (fields: boolean) => (
    <TicketForm key={instrument.id} instrument={instrument} outline={fields ? undefined : outline} />
  );
  // The same element at the same place, so that the form keeps its state when it gets its fields.
  return (
    <AfterFrames count={outline === undefined ? 0 : 1} until={form(false)}>
      {form(true)}
    </AfterFrames>
  );
}

/** @param outline what stands in for the fields; undefined when they are shown */
function TicketForm({ instrument, outline }: TicketProps) {
  const { t } = useTranslation();
  const ticket = useTicket(instrument);
  const form = useRef<HTMLElement>(null);
  const [taps, setTaps] = useState(0);
  const entry = useOrderEntry(ticket, { onRefused: () => setTaps((before) => before + 1) });
  useEffect(() => {
    // The tapped bar may cover the invalid field.
    if (taps > 0) form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [taps]);
  return (
    <section ref={form} className={`fields ${styles.ticket}`} aria-label={t('ticket.title')}>
      {outline ?? <TicketFields ticket={ticket} />}
      <TicketBar ticket={ticket} entry={entry} onTapped={() => setTaps(taps + 1)} />
      <Suspense fallback={null}>
        <AfterFrames count={1} restMs={REST_MS}>
          <ConfirmSheet ticket={ticket} entry={entry} />
        </AfterFrames>
      </Suspense>
    </section>
  );
}

/** All but the bar and the confirmation. The lots come first: the chart leaves room for little more above the bar. */
function TicketFields({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const type = ticket.type.value;
  return (
    <>
      <SizeFields ticket={ticket}>
        <Segmented
          label={t('ticket.mode')}
          value={type}
          options={[
            { value: 'market', label: t('ticket.market') },
            { value: 'pending', label: t('ticket.pending') },
          ]}
          onChange={(chosen) =>
            ticket.edit({ kind: chosen === 'market' ? { type: chosen } : { type: chosen, target: '' } })
          }
        />
        {type === 'pending' && <TargetField ticket={ticket} />}
      </SizeFields>
      <Extras ticket={ticket} />
      <div className={styles.impact}>
        <Suspense fallback={null}>
          <AfterFrames count={1} restMs={REST_MS}>
            <Impact ticket={ticket} />
          </AfterFrames>
        </Suspense>
      </div>
    </>
  );
}

/** The target price of a pending order. */
function TargetField({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, draft, shown, problems } = ticket;
  const newest = useComputed(() => targetIn(draft.value));
  const field = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    // A price that was chosen elsewhere, on the chart say.
    if (takeOffer(instrument.id)) field.current?.scrollIntoView({ block: 'center' });
  });
  return (
    <div ref={field}>
      <PriceStepper
        label={t('ticket.target')}
        value={targetIn(shown.value)}
        newest={newest}
        onChange={(target) => ticket.edit({ kind: { type: 'pending', target } })}
        onStep={(target) => ticket.editSoon({ kind: { type: 'pending', target } })}
        precision={instrument.precision}
        from={() => quote.close.peek()}
        away
        error={problemText(t, problems.value, 'target', instrument)}
      />
    </div>
  );
}

const targetIn = ({ kind }: TicketDraft): string => (kind.type === 'pending' ? kind.target : '');
