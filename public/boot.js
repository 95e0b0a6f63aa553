// Before the first paint: the theme, the palette and the direction that were chosen on an earlier visit.
// A file of its own, since the page allows no inline script. The keys are those of src/state/preferences.ts.
(() => {
  const root = document.documentElement;
  const kept = (key) => {
    try {
      return localStorage.getItem(`pipstream.${key}`);
    } catch {
      return null;
    }
  };
  const theme = kept('theme');
  const light =
    theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.theme = light ? 'light' : 'dark';
  root.dataset.palette = kept('palette') ?? 'green-up';
  if (kept('language') === 'ar') root.dir = 'rtl';
})();
