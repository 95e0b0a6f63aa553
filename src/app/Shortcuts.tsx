import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { Sheet } from '../components/Modal.tsx';
import { Switch } from '../components/Switch.tsx';
import { useSignals } from '../components/use-signals.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { allowShortcuts, hasShortcuts, shortcutsOn, shortcutsShown } from '../state/keyboard.ts';
import { confirmOrders, listFolded } from '../state/preferences.ts';
import styles from './Shortcuts.module.css';

/** The keys of the whole app, and the sheet that lists them. */
export function Shortcuts() {
  useSignals();
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  useEffect(() => {
    hasShortcuts.value = true;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (carryOut(event, navigate)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [navigate]);
  const rows = [
    [['B'], t('ticket.buy')],
    [['S'], t('ticket.sell')],
    [['/'], t('public.search')],
    [['L'], t('keys.list')],
    [['↑', '↓'], t('keys.rows')],
    [['Enter'], t('keys.open')],
    [['←', '→', '+', '−'], t('keys.chart')],
    [['Esc'], t('keys.leave')],
    [['?'], t('keys.help')],
  ] as const;
  return (
    <Sheet
      open={shortcutsShown.value}
      onClose={() => {
        shortcutsShown.value = false;
      }}
      title={t('keys.title')}
    >
      <dl>
        {rows.map(([keys, what]) => (
          <div key={what} className={`row ends ${styles.row}`}>
            <dt className={styles.keys} dir="ltr">
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd className={styles.what}>{what}</dd>
          </div>
        ))}
      </dl>
      <Switch
        checked={shortcutsOn.value}
        onChange={allowShortcuts}
        label={t('keys.allow')}
        hint={t('keys.allow_hint')}
      />
    </Sheet>
  );
}

/** @returns whether the key meant something here */
function carryOut(event: KeyboardEvent, navigate: (path: string) => void): boolean {
  const { target, key } = event;
  const sheet = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (isField(target)) {
    // Esc in a sheet's field closes the sheet, as everywhere.
    if (key === 'Escape' && sheet === undefined) target.blur();
    // A search leads to what it found.
    return key === 'ArrowDown' && moveInList(target, sheet ?? document.body, 1);
  }
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    return moveInList(target, sheet ?? document.body, key === 'ArrowDown' ? 1 : -1);
  }
  // A key that is held down must not deal twice.
  if (event.repeat || sheet !== undefined || !shortcutsOn.peek()) return false;
  switch (letterOf(event)) {
    case 'b':
      return press('b');
    case 's':
      return press('s');
    case '/':
      navigate('/product');
      return true;
    case 'l':
      listFolded.value = !listFolded.peek();
      return true;
    case '?':
      shortcutsShown.value = true;
      return true;
    default:
      return false;
  }
}

const FIELD = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]';

/** Whether keys write into it. */
const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.matches(FIELD);

/** What the key writes; on a keyboard without Latin letters, the letter that has this place on one that has them. */
const letterOf = ({ key, code }: KeyboardEvent): string =>
  key.length === 1 && key > '~' && code.startsWith('Key') ? code.slice(3).toLowerCase() : key.toLowerCase();

/** Buy or Sell, where the screen has them. Without a confirmation, a stray key must not deal: Enter does. */
function press(letter: string): boolean {
  const button = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${letter}"]`)].find((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  if (button === undefined) return false;
  button.focus();
  if (confirmOrders.peek()) button.click();
  return true;
}

/** What opens a row, in the lists that can be long: of instruments and of orders. */
const ROWS = 'li[aria-posinset] a, li[aria-posinset] button, article > button:first-child';
/** Of these, the arrow keys have a meaning of their own. */
const OWN_ARROWS =
  'input:not([type=search]), textarea, select, [contenteditable], [role=application], [role=tablist], [role=slider], [role=menu]';

/** Moves the focus to the next row of the list, or to the first one in sight if it is not in a list. */
function moveInList(target: EventTarget | null, within: Element, step: 1 | -1): boolean {
  if (!(target instanceof Element) || target.closest(OWN_ARROWS)) return false;
  const shown = [...within.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row.checkVisibility());
  const held = shown.find((row) => row === target);
  if (held === undefined) {
    // On a wide screen the list at the side comes first in the document, and the screen before it in meaning.
    const inScreen = shown.filter((row) => row.closest('aside') === null);
    const first = (inScreen.length > 0 ? inScreen : shown).filter(isInSight).sort(byPlace)[0];
    first?.focus();
    return first !== undefined;
  }
  const column = held.closest('aside, main, dialog');
  const ordered = shown.filter((row) => row.closest('aside, main, dialog') === column).sort(byPlace);
  ordered[ordered.indexOf(held) + step]?.focus();
  // At the end as well: the page must not scroll away from the row that has the focus.
  return true;
}

const topOf = (row: Element): number => row.getBoundingClientRect().top;

/** The rows of a long list lie in the document in any order. */
const byPlace = (a: Element, b: Element): number => topOf(a) - topOf(b);

/** Not covered by a header or a bar. */
function isInSight(row: Element): boolean {
  const { left, top, width, height } = row.getBoundingClientRect();
  return row.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
