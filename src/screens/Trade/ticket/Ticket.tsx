import { untracked, useComputed, useSignalEffect } from '@preact/signals-react';
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../../shared/domain/instrument.ts';
import type { Side } from '../../../../shared/domain/order.ts';
import { AfterFrames } from '../../../components/AfterFrames.tsx';
import { laterComponent } from '../../../components/later-component.ts';
import { Segmented } from '../../../components/Segmented.tsx';
import { SigText } from '../../../components/SigText.tsx';
import { PriceStepper } from '../../../components/trading/PriceStepper.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { formatPrice, formatScaled } from '../../../format/number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useChoice } from '../../../state/choices.ts';
import { firstFill } from '../../../state/first-fill.ts';
import { confirmOrders } from '../../../state/preferences.ts';
import { StopRow, StopUnits } from '../../shared/StopFields.tsx';
import type { StopName } from '../../shared/stop-units.ts';
import type { TicketDraft } from '../../shared/ticket-draft.ts';
import { linePlaces } from '../lines/line-places.ts';
import { Choices, isStop, type Part } from './Choices.tsx';
import { LotsRow, MultipleChips } from './SizeFields.tsx';
import styles from './Ticket.module.css';
import { TicketBar } from './TicketBar.tsx';
import { takeOffer } from './ticket-drafts.ts';
import type { TicketField } from './ticket-model.ts';
import { problemText } from './ticket-text.ts';
import { useOrderEntry } from './use-order-entry.ts';
import { type TicketState, useTicket } from './use-ticket.ts';

// Chunks of their own: not needed for the first look at the screen.
const Impact = laterComponent(() => import('./Impact.tsx').then((module) => module.Impact));
const Offers = laterComponent(() => import('./Impact.tsx').then((module) => module.Offers));
const TapLine = lazy(() => import('../taps/TapLine.tsx').then((module) => ({ default: module.TapLine })));
const FirstFill = laterComponent(() => import('./FirstFill.tsx').then((module) => module.FirstFill));
const ConfirmSheet = laterComponent(() => import('./ConfirmSheet.tsx').then((module) => module.ConfirmSheet));

/** Loads what the taps of an order need, so that none of them waits for it. */
export function preloadOrder(): void {
  for (const part of [Impact, Offers, ConfirmSheet, FirstFill]) part.preload();
}

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
  const find = (): void => setTaps((before) => before + 1);
  const entry = useOrderEntry(ticket, { onRefused: find });
  useEffect(() => {
    // The tapped bar may cover the invalid field.
    if (taps > 0) form.current?.querySelector('[aria-invalid]')?.scrollIntoView({ block: 'center' });
  }, [taps]);
  return (
    <section ref={form} className={styles.ticket} aria-label={t('ticket.title')}>
      {outline ?? <TicketFields ticket={ticket} />}
      <TicketBar ticket={ticket} entry={entry} onTapped={() => ticket.problems.peek().length > 0 && find()} />
      <Suspense fallback={null}>
        <AfterFrames count={1} restMs={REST_MS}>
          <Offers ticket={ticket} />
          <ConfirmSheet ticket={ticket} entry={entry} />
        </AfterFrames>
      </Suspense>
    </section>
  );
}

/** All but the bar and the confirmation. What is open takes the place of the figures, or of the lots. */
function TicketFields({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const part = useChoice<Part>('ticket.extras', 'none');
  const open = part.value;
  useSignalEffect(() => {
    // A price that was chosen elsewhere, on the chart say.
    if (takeOffer(ticket.instrument.id)) part.value = 'type';
  });
  useSignalEffect(() => {
    const name = part.value;
    if (!isStop(name) || ticket.draft.peek()[name] !== '') return;
    // A stop that is opened begins with a useful value: one tap sets it.
    const first = untracked(() => ticket.firstStop(name));
    if (first !== undefined) ticket.editSoon({ [name]: first });
  });
  useSignalEffect(() => {
    const [problem] = ticket.problems.value;
    if (problem !== undefined) part.value = partOf(problem.field, part.peek());
  });
  const isOneTap = !confirmOrders.value;
  const [wasOneTap, setWasOneTap] = useState(isOneTap);
  if (isOneTap && !wasOneTap) setWasOneTap(true);
  const first = firstFill.value;
  const filled = open === 'none' && first?.instrumentId === ticket.instrument.id ? first : undefined;
  const figures = (what: ComponentProps<typeof Impact>['what']) => {
    const place = <div className={what === 'first' ? styles.fig : styles.figures} />;
    return (
      <Suspense fallback={place}>
        <AfterFrames count={1} restMs={REST_MS} until={place}>
          <Impact ticket={ticket} what={what} />
        </AfterFrames>
      </Suspense>
    );
  };
  const isPart = open === 'type' || open === 'multiple';
  const line = isStop(open) ? (
    <StopSides ticket={ticket} name={open} />
  ) : isPart ? (
    isOneTap && figures('first')
  ) : (
    figures('lines')
  );
  return (
    <>
      <div className={styles.rows}>
        {isStop(open) ? (
          <StopRow
            key={open}
            form={ticket}
            name={open}
            error={problemText(t, ticket.problems.value, open, ticket.instrument)}
          />
        ) : (
          <LotsRow ticket={ticket} />
        )}
        {!filled && (
          <>
            <Choices ticket={ticket} part={part} />
            {open === 'type' && <TypePart ticket={ticket} />}
            {open === 'multiple' && (
              <div className={styles.part} data-uncovered>
                <MultipleChips ticket={ticket} />
              </div>
            )}
            {isStop(open) && <StopUnits form={ticket} trail={open === 'stopLoss'} />}
          </>
        )}
        {/* Over the line below it, and kept whatever that is: the list that it opens has the switch. */}
        {wasOneTap && (
          <div className={isOneTap ? styles.taps : undefined}>
            <Suspense fallback={null}>
              <AfterFrames count={1} restMs={REST_MS}>
                <TapLine />
              </AfterFrames>
            </Suspense>
          </div>
        )}
        {filled ? (
          <Suspense fallback={<div className={styles.felt} />}>
            <FirstFill ticket={ticket} position={filled} />
          </Suspense>
        ) : (
          line
        )}
        <div ref={linePlaces.rows.take} className={styles.place} />
      </div>
      {open === 'more' && figures('whole')}
    </>
  );
}

interface StopSidesProps {
  readonly ticket: TicketState;
  readonly name: StopName;
}

/** The stop's price above the side that it belongs to. */
const StopSides = ({ ticket, name }: StopSidesProps) => (
  <div className={`${styles.fig} ${styles.sides}`}>
    <SideStop ticket={ticket} name={name} side="sell" />
    <SigText
      text={() => {
        const tenths = ticket.stops.value.reward;
        return tenths === undefined ? '' : `1 : ${formatScaled(tenths, 1)}`;
      }}
    />
    <SideStop ticket={ticket} name={name} side="buy" />
  </div>
);

/** The stop that an order of this side would get; `--` for one that is not valid for it. */
function SideStop({ ticket, name, side }: StopSidesProps & { readonly side: Side }) {
  const { t } = useTranslation();
  const mark = t(name === 'stopLoss' ? 'order.side_mark.stop_loss' : 'order.side_mark.take_profit');
  return (
    <span>
      {mark}{' '}
      <SigText
        className="strong"
        text={() =>
          ticket.shown.value[name] === ''
            ? ''
            : formatPrice(ticket.stopPrice(name, side), ticket.instrument.precision)
        }
      />
    </span>
  );
}

/** The part with the field; the lots are there unless a stop is open. */
function partOf(field: TicketField, open: Part): Part {
  if (field === 'lots') return isStop(open) ? 'none' : open;
  return field === 'target' ? 'type' : field;
}

/** Market or pending, and the price of a pending order. */
function TypePart({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const type = ticket.type.value;
  return (
    <div className={styles.part} data-type={type} data-uncovered>
      <Segmented
        label={t('ticket.mode')}
        value={type}
        options={[
          { value: 'market', label: t('ticket.market') },
          { value: 'pending', label: t('ticket.pending') },
        ]}
        onChange={ticket.setType}
      />
      {type === 'pending' && <TargetField ticket={ticket} />}
    </div>
  );
}

/** The target price of a pending order. */
function TargetField({ ticket }: { readonly ticket: TicketState }) {
  useSignals();
  const { t } = useTranslation();
  const { instrument, quote, draft, shown, problems } = ticket;
  const newest = useComputed(() => targetIn(draft.value));
  return (
    <div className={styles.priced}>
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
