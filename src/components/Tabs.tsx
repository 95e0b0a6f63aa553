import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<T extends string> {
  readonly tabs: readonly { readonly id: T; readonly label: string; readonly badge?: number | undefined }[];
  readonly value: T;
  readonly onChange: (id: T) => void;
}

/** Tabs above a list; arrow keys move between them. The panel is `role="tabpanel"` with `aria-labelledby="tab-{id}"`. */
export function Tabs<T extends string>({ tabs, value, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    if (list.current && chosen) showWithin(list.current, chosen);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const rtl = document.documentElement.dir === 'rtl';
    const move = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }[event.key];
    if (move === undefined) return;
    const at = tabs.findIndex((tab) => tab.id === value);
    const next = tabs[(at + move + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          type="button"
          key={tab.id}
          id={`tab-${tab.id}`}
          role="tab"
          className={styles.tab}
          aria-selected={tab.id === value}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
          {'badge' in tab && (
            <span className={styles.badge} translate="no" hidden={!tab.badge}>
              {tab.badge}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Scrolls sideways only; the page does not move. */
function showWithin(scroller: Element, child: Element): void {
  const room = scroller.getBoundingClientRect();
  const { left, right } = child.getBoundingClientRect();
  if (right > room.right) scroller.scrollLeft += right - room.right;
  else if (left < room.left) scroller.scrollLeft += left - room.left;
}
