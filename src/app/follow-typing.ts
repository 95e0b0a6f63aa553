/** Says on `<html>` whether an input has the focus, for the styles of a page that a keyboard has made low. */
export function followTyping(): void {
  const { documentElement: root } = document;
  addEventListener('focusin', ({ target }) => {
    root.toggleAttribute('data-typing', target instanceof HTMLInputElement);
  });
  addEventListener('focusout', () => root.removeAttribute('data-typing'));
}
