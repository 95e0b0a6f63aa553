import { signal } from '@preact/signals-react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../../../src/components/Button.tsx';
import { Dialog, Sheet } from '../../../src/components/Modal.tsx';
import { useSignals } from '../../../src/components/use-signals.ts';
import { nothingHappensFor } from '../../helpers/nothing-happens.ts';
import { only, render } from './render.tsx';

function Scene({ kind, onClose }: { readonly kind: 'sheet' | 'dialog'; readonly onClose?: () => void }) {
  const [open, setOpen] = useState(false);
  const close = (): void => {
    setOpen(false);
    onClose?.();
  };
  // Gone with the state, as what is shown of an order is.
  const inside = open && (
    <>
      <input id="first" />
      <input id="second" />
    </>
  );
  return (
    <>
      <button type="button" id="opener" onClick={() => setOpen(true)}>
        open
      </button>
      {kind === 'sheet' ? (
        <Sheet open={open} onClose={close} title="Instruments">
          {inside}
        </Sheet>
      ) : (
        <Dialog
          open={open}
          onClose={close}
          title="Sure?"
          actions={
            <Button variant="primary" onClick={close}>
              yes
            </Button>
          }
        >
          {inside}
        </Dialog>
      )}
    </>
  );
}

const dialog = (): HTMLDialogElement | null => document.querySelector('dialog');

/** Taps the opener, and waits until the browser has made the dialog modal. */
async function openIt(): Promise<void> {
  await userEvent.click(only('#opener'));
  await expect.poll(() => dialog()?.matches(':modal')).toBe(true);
}

/** The elements that are added to the page before the next task. */
async function addedBy(tap: () => void): Promise<readonly Node[]> {
  const observer = new MutationObserver(() => {});
  observer.observe(document.body, { subtree: true, childList: true });
  tap();
  // React renders what a tap changes in a microtask.
  await Promise.resolve();
  return observer.takeRecords().flatMap(({ addedNodes }) => [...addedNodes]);
}

it('a sheet has its buttons below each other where large text leaves no room beside', async () => {
  const usual = { width: innerWidth, height: innerHeight };
  await page.viewport(320, 568);
  document.documentElement.style.fontSize = '200%';
  await render(
    <Sheet
      open
      onClose={() => {}}
      title="Bestätigen"
      footer={
        <>
          <Button variant="quiet">Abbrechen</Button>
          <Button variant="buy" wide>
            0,01 zu 71359,04 kaufen
          </Button>
        </>
      }
    >
      <p>BTC/USD</p>
    </Sheet>,
  );
  await expect.poll(dialog).not.toBeNull();
  const footer = only('dialog footer');
  expect([footer.clientWidth, footer.scrollWidth]).toEqual([320, 320]);
  document.documentElement.style.fontSize = '';
  await page.viewport(usual.width, usual.height);
});

describe.each(['sheet', 'dialog'] as const)('a %s', (kind) => {
  it('answers its tap by the shade alone; panel, inert page and focus follow after that frame', async () => {
    await render(<Scene kind={kind} />);
    const opener = only('#opener');
    opener.focus();
    const added = await addedBy(() => opener.click());
    const shade = only('[popover]');
    expect([added, shade.childElementCount]).toEqual([[shade], 0]);
    expect(shade.matches(':popover-open')).toBe(true);
    expect(document.activeElement).toBe(opener);
    expect(document.documentElement.hasAttribute('data-modal')).toBe(false);
    await expect.poll(() => dialog()?.matches(':modal')).toBe(true);
    expect(document.activeElement).toBe(dialog());
    expect(document.querySelector('#second')).not.toBeNull();
    // What is beside the panel belongs to the dialog: a tap there must not reach the page.
    expect(document.elementFromPoint(1, 1)).toBe(dialog());
  });

  it('keeps its content while it closes: the tap takes nothing away in its own frame', async () => {
    await render(<Scene kind={kind} />);
    await openIt();
    const [node, second] = [only('dialog'), only('#second')];
    node.dispatchEvent(new Event('cancel', { cancelable: true }));
    await Promise.resolve();
    expect([node.dataset['phase'], second.isConnected]).toEqual(['closing', true]);
    await expect.poll(dialog).toBeNull();
  });

  it('locks the page’s scrolling, and unlocks it when closed', async () => {
    await render(<Scene kind={kind} />);
    const overflow = () => getComputedStyle(document.documentElement).overflowY;
    const before = overflow();
    await openIt();
    expect(overflow()).toBe('hidden');
    await userEvent.keyboard('{Escape}');
    await expect.poll(overflow).toBe(before);
  });

  it('traps the focus and returns it', async () => {
    await render(<Scene kind={kind} />);
    only('#opener').focus();
    await openIt();
    const seen = new Set<Element | null>();
    for (let i = 0; i < 8; i++) {
      await userEvent.tab();
      seen.add(document.activeElement);
    }
    expect(seen).toContain(only('#second'));
    expect(seen).not.toContain(only('#opener'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(dialog).toBeNull();
    expect(document.activeElement).toBe(only('#opener'));
  });

  it('closes with Esc, once', async () => {
    let closed = 0;
    await render(<Scene kind={kind} onClose={() => closed++} />);
    await openIt();
    await userEvent.keyboard('{Escape}');
    await expect.poll(dialog).toBeNull();
    expect(closed).toBe(1);
  });

  it('can be opened again after it was closed', async () => {
    await render(<Scene kind={kind} />);
    for (let time = 0; time < 2; time++) {
      await openIt();
      await userEvent.keyboard('{Escape}');
      await expect.poll(dialog).toBeNull();
    }
  });

  it('has the name of its title', async () => {
    await render(<Scene kind={kind} />);
    await openIt();
    const id = dialog()?.getAttribute('aria-labelledby') ?? '';
    expect(document.getElementById(id)?.textContent).toBe(kind === 'sheet' ? 'Instruments' : 'Sure?');
  });
});

it.each(['the end of its animation', 'a second Esc'])(
  'a sheet stays open that is opened again in the moment in which %s has closed it',
  async (way) => {
    const isOpen = signal(true);
    let closes = 0;
    const close = (): void => {
      closes++;
      isOpen.value = false;
    };
    const Question = () => {
      useSignals();
      return (
        <Sheet open={isOpen.value} onClose={close}>
          why
        </Sheet>
      );
    };
    await render(<Question />);
    await expect.poll(() => dialog()?.matches(':modal')).toBe(true);
    const node = only<HTMLDialogElement>('dialog');
    const openAgain = (): void => {
      if (!node.open) isOpen.value = true;
    };
    addEventListener('animationend', openAgain);
    isOpen.value = false;
    await expect.poll(() => node.dataset['phase']).toBe('closing');
    if (way === 'a second Esc') {
      node.close();
      openAgain();
    }
    await expect.poll(() => dialog()?.dataset['phase']).toBe('open');
    removeEventListener('animationend', openAgain);
    // The browser says only then that it was closed.
    await nothingHappensFor(300);
    expect([closes, dialog()?.matches(':modal')]).toEqual([0, true]);
  },
);

describe('a tap outside', () => {
  const tapBeside = (): void => {
    dialog()?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  };

  it('closes a sheet', async () => {
    await render(<Scene kind="sheet" />);
    await openIt();
    tapBeside();
    await expect.poll(dialog).toBeNull();
  });

  it('does not close a confirmation', async () => {
    await render(<Scene kind="dialog" />);
    await openIt();
    tapBeside();
    await expect.poll(() => dialog()?.dataset['phase']).toBe('open');
  });
});

describe('the back gesture where the browser has no close watchers', () => {
  const watcher = Object.getOwnPropertyDescriptor(window, 'CloseWatcher');
  afterEach(() => {
    if (watcher) Object.defineProperty(window, 'CloseWatcher', watcher);
  });

  it('closes a sheet and stays on the page', async () => {
    Reflect.deleteProperty(window, 'CloseWatcher');
    await render(<Scene kind="sheet" />);
    const before = history.length;
    const path = location.href;
    await openIt();
    await expect.poll(() => history.length).toBe(before + 1);
    history.back();
    await expect.poll(dialog).toBeNull();
    expect(location.href).toBe(path);
  });

  it('closes a question over a sheet alone, also when that is answered by its button', async () => {
    Reflect.deleteProperty(window, 'CloseWatcher');
    const isOpen = { sheet: signal(true), question: signal(false) };
    const Both = () => {
      useSignals();
      return (
        <>
          <Sheet open={isOpen.sheet.value} onClose={() => (isOpen.sheet.value = false)} title="Order">
            what
          </Sheet>
          <Dialog
            open={isOpen.question.value}
            onClose={() => (isOpen.question.value = false)}
            title="Sure?"
            actions={null}
          >
            why
          </Dialog>
        </>
      );
    };
    await render(<Both />);
    const before = history.length;
    for (const answer of [() => history.back(), () => (isOpen.question.value = false)]) {
      const sheetEntry = history.state?.modal;
      isOpen.question.value = true;
      await expect.poll(() => history.state?.modal !== sheetEntry).toBe(true);
      answer();
      await expect.poll(() => history.state?.modal).toBe(sheetEntry);
      await expect.poll(() => document.querySelectorAll('dialog').length).toBe(1);
      expect([isOpen.sheet.value, isOpen.question.value]).toEqual([true, false]);
    }
    history.back();
    await expect.poll(() => isOpen.sheet.value).toBe(false);
    expect(history.length).toBe(before + 1);
  });

  it('closes what was opened in the moment in which a sheet closed, and nothing closes it before', async () => {
    Reflect.deleteProperty(window, 'CloseWatcher');
    const which = signal<'tools' | 'question' | 'none'>('tools');
    const Pair = () => {
      useSignals();
      return (
        <>
          <Sheet open={which.value === 'tools'} onClose={() => (which.value = 'none')} title="Tools">
            what
          </Sheet>
          <Dialog
            open={which.value === 'question'}
            onClose={() => (which.value = 'none')}
            title="Delete all?"
            actions={null}
          >
            why
          </Dialog>
        </>
      );
    };
    const below = history.state?.modal;
    await render(<Pair />);
    await expect.poll(() => history.state?.modal).not.toBe(below);
    const entries = history.length;
    which.value = 'question';
    await expect.poll(() => document.querySelectorAll('dialog').length).toBe(1);
    // The way back of the sheet's entry would have ended by then.
    await nothingHappensFor(300);
    expect([which.value, history.length]).toEqual(['question', entries]);
    history.back();
    await expect.poll(() => which.value).toBe('none');
    await expect.poll(() => history.state?.modal).toBe(below);
  });

  it('removes its history entry when the sheet closes in another way', async () => {
    Reflect.deleteProperty(window, 'CloseWatcher');
    await render(<Scene kind="sheet" />);
    await openIt();
    await expect.poll(() => history.state?.modal).toBeTypeOf('string');
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => history.state?.modal).toBeUndefined();
  });
});

it('a sheet that the browser closes while it is closing is over, and opens again', async () => {
  await render(<Scene kind="sheet" />);
  for (let time = 0; time < 2; time++) {
    await openIt();
    await userEvent.keyboard('{Escape}');
    // The second Esc cannot be prevented.
    dialog()?.close();
    await expect.poll(dialog).toBe(null);
    expect(document.documentElement.hasAttribute('data-modal')).toBe(false);
  }
});

it('a sheet that the browser closes is closed by its owner, without an animation to wait for', async () => {
  const closes: string[] = [];
  await render(<Scene kind="sheet" onClose={() => closes.push('closed')} />);
  await openIt();
  dialog()?.close();
  await expect.poll(dialog).toBe(null);
  expect(closes).toEqual(['closed']);
});

it('what must be answered is shown again when the browser closes it, with what was typed', async () => {
  await render(
    <Dialog open onClose={() => {}} title="Write them down" actions={null}>
      <input id="typed" />
    </Dialog>,
  );
  await userEvent.fill(page.getByRole('textbox'), '123');
  dialog()?.close();
  await expect.poll(() => dialog()?.open).toBe(true);
  expect(document.querySelector<HTMLInputElement>('#typed')?.value).toBe('123');
  expect(document.documentElement.hasAttribute('data-modal')).toBe(true);
});
