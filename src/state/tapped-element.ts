import type { TappedElement } from '../../shared/bridge/recording.ts';

const NAME = /^[a-z][a-z-]*\d?$/;

/** A description without its label, the same in every language. */
export function describeElement(control: Element): TappedElement {
  const tag = control.localName;
  const role = control.getAttribute('role');
  const type = control.getAttribute('type');
  const to = control.getAttribute('href');
  return {
    tag,
    ...(role === null ? {} : { role }),
    ...(type === null ? {} : { type }),
    // Only addresses of the app's own screens say something.
    ...(to?.startsWith('/') ? { to } : {}),
    nth: likeIt(tag, role).indexOf(control),
  };
}

/** The element of the page that was described on another one; undefined if this page has none. */
export const findElement = ({ tag, role, nth }: TappedElement): Element | undefined =>
  NAME.test(tag) && (role === undefined || NAME.test(role)) ? likeIt(tag, role ?? null)[nth] : undefined;

/** Those that are shown: screens that are kept in the background have elements, too. */
const likeIt = (tag: string, role: string | null): readonly Element[] =>
  [...document.querySelectorAll(role === null ? tag : `${tag}[role="${CSS.escape(role)}"]`)].filter(
    (one) => one.getClientRects().length > 0,
  );
