/** Loads what later taps need. Where data are to be saved it comes with the screen that needs it instead. */
export function loadAhead(load: () => void): void {
  // The types of the DOM lack it, and so do some browsers.
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (!connection?.saveData) load();
}
