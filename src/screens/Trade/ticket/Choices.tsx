import type { Signal } from '@preact/signals-react';
import type { ReactNode } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { useSignals } from '../../../components/use-signals.ts';
import { UNKNOWN } from '../../../format/number.ts';
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
  const { kind, multiple, stopLoss, takeProfit } = ticket.shown.value;
  const open = part.value;
  const toggle = (name: Part): void => {
    part.value = open === name ? 'none' : name;
  };
  const word = (name: Part, mark: string, value: ReactNode) => (
    <button type="button" aria-expanded={open === name} onClick={() => toggle(name)}>
      {mark} <b translate="no">{value}</b>
    </button>
  );
  const isOpen = open !== 'none';
  return (
    <div className={styles.opts}>
      {word('type', '', t(kind.type === 'market' ? 'ticket.market' : 'ticket.pending'))}
      {DOT}
      {word(
        'multiple',
        '',
        multiple === undefined ? UNKNOWN : t('ticket.multiple_value', { value: multiple }),
      )}
      {DOT}
      {word('stopLoss', t('trade.line_stop_loss'), stopLoss || t('ticket.none'))}
      {DOT}
      {word('takeProfit', t('trade.line_take_profit'), takeProfit || t('ticket.none'))}
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
