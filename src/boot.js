// Before the first paint: theme, palette, language and direction that were chosen on an earlier visit, files that are
// dropped, and the policy for scripts. The build puts it into the page. The keys are those of src/state/preferences.ts.
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
  root.toggleAttribute('data-folded', kept('list-folded') === 'true');
  root.dataset.palette = kept('palette') ?? 'green-up';
  root.lang = kept('locale') ?? root.lang;
  if (kept('language') === 'ar') root.dir = 'rtl';
  root.toggleAttribute('data-known', (kept('language') ?? 'hk') !== 'hk');
  root.toggleAttribute('data-member', kept('token') !== null);

  // The first rows, where the exchange wrote them into the page: for who sees that list in that language, and grey from the
  // third second on.
  const [at, spoken] = document.querySelector('meta[name="first"]')?.content.split(' ') ?? [];
  const isUsual =
    (kept('language') ?? 'hk') === spoken &&
    !kept('favourites') &&
    (kept('home-chip') ?? '0') === '0' &&
    (kept('home-sort') ?? 'listed') === 'listed';
  if (!isUsual) return;
  root.dataset.first = '';
  setTimeout(() => root.toggleAttribute('data-past', true), 3_000 - Math.abs(Date.now() - at));
})();

// The browser would leave the app for a file that is dropped. src/app/diagnostics/DropTarget.tsx opens it, as soon as it is
// loaded.
for (const name of ['dragover', 'drop'])
  addEventListener(name, (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (name === 'drop') globalThis.droppedFile = event.dataTransfer.files[0];
  });

// The built page enforces Trusted Types. Vite finds a worker only where its URL is written out in the call, so a policy
// has to admit it from here: files of the build run, the service worker among them, other URLs do not. Without `createHTML` no string becomes markup.
globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (url) => {
    const { href } = new URL(url, location.href);
    return href.startsWith(`${location.origin}/assets/`) || href === `${location.origin}/sw.js` ? url : null;
  },
});
