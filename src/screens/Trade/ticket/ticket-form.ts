import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { afterPaint } from '../../../components/after-paint.ts';
import type { TicketDraft } from '../../shared/ticket-draft.ts';

/** An order form. Orders are made of `draft`; what is displayed follows `shown`, which may be one frame behind it. */
export interface TicketForm {
  readonly draft: ReadonlySignal<TicketDraft>;
  readonly shown: ReadonlySignal<TicketDraft>;
  /** Who chose the lots; `none`: they are those that a form opens with. */
  readonly sizedBy: Signal<'none' | 'equity' | 'user'>;
  /** Changes the form and what is shown of it. */
  set(draft: TicketDraft): void;
  /** Changes the form at once and what is shown of it after the next frame: the frame that answers a tap is not kept waiting. */
  setSoon(draft: TicketDraft): void;
  /** Shows the form as it is. */
  catchUp(): void;
}

export function createTicketForm(initial: TicketDraft): TicketForm {
  const draft = signal(initial);
  const shown = signal(initial);
  let cancel: (() => void) | undefined;
  const catchUp = (): void => {
    cancel?.();
    cancel = undefined;
    shown.value = draft.peek();
  };
  return {
    draft,
    shown,
    sizedBy: signal('none'),
    set(next) {
      batch(() => {
        draft.value = next;
        catchUp();
      });
    },
    setSoon(next) {
      draft.value = next;
      // An update that is already scheduled shows this change, too: if each change scheduled its own, a held button would
      // delay it without end.
      cancel ??= afterPaint(catchUp);
    },
    catchUp,
  };
}
