import type { Signal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { UNKNOWN, withPercent } from '../../../format/number.ts';
import { fieldText } from '../../../format/parse.ts';
import { unreadText } from '../../../format/read-number.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { StopName } from '../../shared/stop-units.ts';
import styles from './Ticket.module.css';
import type { TicketState } from './use-ticket.ts';

/** What of the form is open in its place. */
export type Part = 'none' | 'type' | 'multiple' | StopName | 'more';

export const isStop = (part: Part): part is StopName => part === 'stopLoss' || part === 'takeProfit';

interface ChoicesProps {
  readonly ticket: TicketState;
  readonly part: Signal<Part>;
}

const DOT = <span aria-hidden="true">·</span>;

/** The terms of the order in one line. Each word opens in its place. */
export function Choices({ ticket, part }: ChoicesProps) {
  useSignals();
  const { t } = useTranslation();
  const { kind, multiple, stopUnit, stopLoss, takeProfit, trails } = ticket.shown.value;
  const open = part.value;
  const toggle = (name: Part): void => {
    part.value = open === name ? 'none' : name;
  };
  const word = (name: Part, mark: string, value: ReactNode) => (
    <button type="button" aria-expanded={open === name} onClick={() => toggle(name)}>
      {mark} <b translate="no">{value}</b>
    </button>
  );
  const stop = (held: string): string => {
    if (held === '') return t('ticket.none');
    const text = fieldText(held);
    return unreadText(held) ?? (stopUnit === 'percent' ? withPercent(text) : text);
  };
  const trailing = trails === true && stopLoss !== '';
  const isOpen = open !== 'none';
  return (
    <div className={styles.opts} data-uncovered>
      {word('type', '', t(kind.type === 'market' ? 'ticket.market' : 'ticket.pending'))}
      {DOT}
      {word(
        'multiple',
        '',
        multiple === undefined ? UNKNOWN : t('ticket.multiple_value', { value: multiple }),
      )}
      {DOT}
      {word('stopLoss', t(trailing ? 'ticket.trail' : 'trade.line_stop_loss'), stop(stopLoss))}
      {DOT}
      {word('takeProfit', t('trade.line_take_profit'), stop(takeProfit))}
      <button
        type="button"
        aria-expanded={open === 'more'}
        aria-label={isOpen && open !== 'more' ? t('ticket.done') : t('ticket.extras')}
        onClick={() => {
          part.value = isOpen ? 'none' : 'more';
        }}
      >
        <Icon name={open === 'more' ? 'up' : isOpen ? 'check' : 'down'} size={18} />
      </button>
    </div>
  );
}
