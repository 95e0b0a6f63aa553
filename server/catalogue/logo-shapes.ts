/** How the logo of an instrument without flags is drawn. */
export type LogoShape =
  /** A disc in a gradient with a sign or a few letters. */
  | { readonly kind: 'disc'; readonly from: string; readonly to: string; readonly text: string }
  /** A disc in a gradient with a shape. */
  | { readonly kind: 'drop'; readonly from: string; readonly to: string; readonly path: string }
  /** A country's flag with a badge. */
  | { readonly kind: 'index'; readonly flag: string; readonly text: string };

const disc = (from: string, to: string, text: string): LogoShape => ({ kind: 'disc', from, to, text });
const index = (flag: string, text: string): LogoShape => ({ kind: 'index', flag, text });

const DROP = 'M32 12c8 11 13 18 13 25a13 13 0 0 1-26 0c0-7 5-14 13-25z';
const FLAME = 'M34 11c2 9 12 13 12 25a14 14 0 0 1-28 0c0-7 4-11 6-16 2 3 3 5 4 8 4-4 6-10 6-17z';
/** Its sign, which many devices have in no font: a B with two holes, and four strokes that stick out. */
const BITCOIN =
  'M22 18h12a7.5 7.5 0 0 1 4.5 13.5A8 8 0 0 1 35 46H22zM27.5 23v6.5h6a3.25 3.25 0 0 0 0-6.5zM27.5 34.5V41h7a3.25 3.25 0 0 0 0-6.5z' +
  'M26 13h3.5v5H26zM32 13h3.5v5H32zM26 46h3.5v5H26zM32 46h3.5v5H32z';

export const LOGO_SHAPES: Readonly<Record<string, LogoShape>> = {
  XAUUSD: disc('#f5c542', '#b8860b', 'Au'),
  XAGUSD: disc('#c3cad3', '#808b98', 'Ag'),
  XPTUSD: disc('#a9bccb', '#5f7687', 'Pt'),
  XPDUSD: disc('#c9b8a8', '#857362', 'Pd'),
  XCUUSD: disc('#e0915a', '#a3541f', 'Cu'),
  USOIL: { kind: 'drop', from: '#475569', to: '#0f172a', path: DROP },
  UKOIL: { kind: 'drop', from: '#0f766e', to: '#134e4a', path: DROP },
  NGAS: { kind: 'drop', from: '#38bdf8', to: '#0369a1', path: FLAME },
  US500: index('us', '500'),
  US30: index('us', '30'),
  NAS100: index('us', '100'),
  US2000: index('us', '2000'),
  DE40: index('de', '40'),
  UK100: index('gb', '100'),
  FR40: index('fr', '40'),
  EU50: index('eu', '50'),
  JP225: index('jp', '225'),
  HK50: index('hk', '50'),
  AU200: index('au', '200'),
  BTCUSD: { kind: 'drop', from: '#f7a83b', to: '#e07b0c', path: BITCOIN },
  ETHUSD: disc('#8197ee', '#4a5fc1', 'Ξ'),
  SOLUSD: disc('#9945ff', '#19c98b', 'S'),
  XRPUSD: disc('#5b6b7b', '#23292f', 'X'),
  BNBUSD: disc('#f5c93a', '#cc9a06', 'B'),
  DOGEUSD: disc('#d9bc55', '#a98a22', 'Ð'),
  ADAUSD: disc('#3f7cf6', '#0b3cae', '₳'),
  LTCUSD: disc('#7d9bd0', '#345d9d', 'Ł'),
  LINKUSD: disc('#5b85ee', '#2a4fc4', 'L'),
};
