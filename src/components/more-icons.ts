import type { IconShape } from './icons.ts';

/** Line icons of the screens that are loaded later: as `icons.ts`, but not part of the first route. */
export const MORE_ICONS = {
  camera: {
    path: 'M4 8h3l2-3h6l2 3h3a1 1 0 011 1v10a1 1 0 01-1 1H4a1 1 0 01-1-1V9a1 1 0 011-1zM12 17a4 4 0 100-8 4 4 0 000 8z',
  },
  eye: { path: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 100-6 3 3 0 000 6z' },
  eyeOff: {
    path: 'M4 4l16 16M9.9 5.7A10 10 0 0112 5.5c6.4 0 10 6.5 10 6.5a17 17 0 01-3 3.7M6.2 7.3A16.5 16.5 0 002 12s3.6 6.5 10 6.5c1.7 0 3.2-.5 4.5-1.2M10 10a3 3 0 004.1 4.1',
  },
  settings: {
    path: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM8 19.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
  },
  wallet: { path: 'M4 7h14a2 2 0 012 2v9a2 2 0 01-2 2H6a2 2 0 01-2-2zM4 7a2 2 0 012-2h10v2M16 13.5v.1' },
  reset: { path: 'M4 4v5h5M4.6 9A8 8 0 114 13' },
  copy: { path: 'M9 9h11v11H9zM5 15H4V4h11v1' },
  bell: { path: 'M6 10a6 6 0 0112 0c0 6 2 7 2 7H4s2-1 2-7zM10 20.5a2.3 2.3 0 004 0' },
  alarm: { path: 'M6 10a6 6 0 0112 0c0 6 2 7 2 7H4s2-1 2-7zM10 20.5a2.3 2.3 0 004 0M12 7v6M9 10h6' },
  news: { path: 'M4 5h13v15H6a2 2 0 01-2-2zM17 9h3v9a2 2 0 01-3 2M7.5 9h6M7.5 12.5h6M7.5 16h4' },
  chat: { path: 'M4 5h16v11H9l-5 4zM8 9.5h8M8 12.5h5' },
  shield: { path: 'M12 3l8 3v5c0 5-3.3 8.5-8 10-4.7-1.5-8-5-8-10V6zM8.5 12l2.5 2.5 4.5-5' },
  gift: { path: 'M4 11h16v10H4zM3 7h18v4H3zM12 7v14M12 7S10.5 3 8 3.5 8 7 12 7zm0 0s1.5-4 4-3.5S16 7 12 7z' },
  lock: { path: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3' },
  key: { path: 'M8 16a4.5 4.5 0 113.8-6.9H21v4h-2.5v3H15v-3h-3.2A4.5 4.5 0 018 16zM7.5 11.5v.1' },
  deposit: { path: 'M12 3v11M7.5 9.5L12 14l4.5-4.5M4 15v5h16v-5' },
  withdraw: { path: 'M12 14V3M7.5 7.5L12 3l4.5 4.5M4 15v5h16v-5' },
  ledger: { path: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3' },
  mail: { path: 'M3 6h18v13H3zM3 7l9 7 9-7' },
  bank: { path: 'M3 10l9-6 9 6zM5 10v8M10 10v8M14 10v8M19 10v8M3 20h18' },
  coin: {
    path: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v10M14.5 9.5c0-1-1-1.7-2.5-1.7s-2.5.7-2.5 2 1 1.8 2.5 2.2 2.5 1 2.5 2.2-1 2-2.5 2-2.5-.7-2.5-1.7',
  },
  send: { path: 'M4 12l16-8-6 16-3-6z' },
  image: { path: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5v.1' },
  download: { path: 'M12 4v11M7.5 11L12 15.5 16.5 11M4 19h16' },
  trash: { path: 'M4 7h16M9 7V4h6v3M6 7l1 14h10l1-14M10 11v6M14 11v6' },
  play: { path: 'M7 4l13 8-13 8z' },
  pause: { path: 'M8 5v14M16 5v14' },
  step: { path: 'M6 5l9 7-9 7zM19 5v14' },
  company: { path: 'M4 21V4h10v17M14 9h6v12M2 21h20M7.5 8h3M7.5 12h3M7.5 16h3M17 13v.1M17 17v.1' },
  chart: { path: 'M3 18c3 0 3-11 6.5-11S13 16 16 16s3-4 5-6M3 22h18' },
  star: { path: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z' },
  handle: { path: 'M4 9h16M4 15h16' },
  expand: { path: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7' },
  shrink: { path: 'M20 10h-6V4M14 10l7-7M4 14h6v6M10 14l-7 7' },
} as const satisfies Readonly<Record<string, IconShape>>;
