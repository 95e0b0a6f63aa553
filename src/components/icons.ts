/** Path data of the line icons, on a grid of 24 units. */
export const ICONS = {
  quotes: 'M3 17l5-6 4 3 4-7 5 4M3 21h18',
  trade: 'M7 4v3m0 8v5M5 7h4v8H5zM17 4v6m0 7v3M15 10h4v7h-4z',
  orders: 'M7 3h10a2 2 0 012 2v16l-3-2-2 2-2-2-2 2-2-2-3 2V5a2 2 0 012-2zM9 8h6M9 12h6',
  documentary:
    'M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 010 6M18 14.5c1.8.8 3 2.7 3 5.5',
  ranking: 'M4 21V12h5v9M9.5 21V4h5v17M15 21v-6h5v6M2 21h20',
  search: 'M11 18a7 7 0 100-14 7 7 0 000 14zM16 16l5 5',
  globe:
    'M12 21a9 9 0 100-18 9 9 0 000 18zM3 12h18M12 3c2.5 2.6 3.5 5.6 3.5 9s-1 6.4-3.5 9c-2.5-2.6-3.5-5.6-3.5-9s1-6.4 3.5-9z',
  user: 'M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 3.6-6.5 8-6.5s8 2.5 8 6.5',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  up: 'M5 15l7-7 7 7',
  newest: 'M6 6l6 6-6 6M18 5v14',
  close: 'M6 6l12 12M18 6L6 18',
  menu: 'M4 7h16M4 12h11M4 17h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  info: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 11v5M12 7.8v.1',
  warning: 'M12 4L2.5 20h19zM12 10v4.5M12 17.3v.1',
  refresh: 'M20 5v5h-5M4 19v-5h5M19.5 10A8 8 0 005.6 7.2M4.5 14a8 8 0 0013.9 2.8',
  logout: 'M14 4H6a1 1 0 00-1 1v14a1 1 0 001 1h8M10 12h11M17 8l4 4-4 4',
  clock: 'M12 21a9 9 0 100-18 9 9 0 000 18zM12 7v5.5l3.5 2',
  inbox: 'M4 13l3-8h10l3 8v6H4zM4 13h5a3 3 0 006 0h5',
  offline:
    'M4 4l16 16M8.5 15.5a5 5 0 017 0M5 12a10 10 0 014-2.5M2 8.5a15 15 0 014-2.6M13 9.1a10 10 0 016 2.9M10 5.1A15 15 0 0122 8.5M12 19v.1',
  pencil: 'M4 20l1.2-4.6L16 4.6a2 2 0 013 0l.5.5a2 2 0 010 3L8.6 18.8zM14 6.5l3.5 3.5',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
} as const satisfies Readonly<Record<string, string>>;

export type IconName = keyof typeof ICONS;

/** An icon that is defined by a screen. */
export interface IconShape {
  readonly path: string;
}

export type IconSource = IconName | IconShape;
