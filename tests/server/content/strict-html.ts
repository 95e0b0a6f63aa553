/** The allowed HTML: elements, each with its attributes and their values. */
const LINK = /^(?:https:\/\/[^\s@]+|mailto:[\w.+-]+@[\w.-]+)$/;
const ALLOWED: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  p: {},
  br: {},
  strong: {},
  em: {},
  ul: {},
  ol: {},
  li: {},
  h2: {},
  h3: {},
  blockquote: {},
  a: { href: LINK, rel: /^noopener noreferrer nofollow$/, target: /^_blank$/ },
  img: { src: /^\/(?:files|logos)\/[\w-]+(?:\.[a-z]+)?$/, alt: /^[^\p{Cc}]*$/u },
};
const VOID = ['br', 'img'];
/** One token of HTML in its strictest notation; anything else is a fault. */
const PIECE = /<(\/?)([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)( \/)?>|([^<>]+)/y;
const HIDDEN = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** The faults of a text as allowed HTML; empty if there are none. */
export function offencesOf(html: string): readonly string[] {
  const offences: string[] = [];
  const open: string[] = [];
  PIECE.lastIndex = 0;
  for (let at = 0; at < html.length; at = PIECE.lastIndex) {
    const piece = PIECE.exec(html);
    if (piece === null) return [...offences, `unreadable from ${html.slice(at, at + 60)}`];
    const [, slash, name, attributes = '', closed, text] = piece;
    if (text !== undefined) {
      if (HIDDEN.test(decoded(text))) offences.push('a hidden sign');
      if (/&(?!amp;|lt;|gt;|quot;)/.test(text)) offences.push(`a bare & in ${text.slice(0, 40)}`);
    } else if (name === undefined || !Object.hasOwn(ALLOWED, name)) offences.push(`<${name}>`);
    else if (slash === '/') {
      if (open.pop() !== name) offences.push(`</${name}> that closes nothing`);
    } else {
      offences.push(...wrongAttributes(name, attributes));
      if (VOID.includes(name) !== (closed !== undefined)) offences.push(`<${name}> that is left open`);
      if (!VOID.includes(name)) open.push(name);
    }
  }
  return [...offences, ...open.map((name) => `<${name}> that never ends`)];
}

function wrongAttributes(name: string, attributes: string): readonly string[] {
  const found = new Map(
    [...attributes.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decoded(value)]),
  );
  const allowed = ALLOWED[name] ?? {};
  const missing = Object.keys(allowed).filter((key) => !found.has(key));
  const wrong = [...found].filter(
    ([key, value]) => !Object.hasOwn(allowed, key) || allowed[key]?.test(value) !== true,
  );
  return [
    ...missing.map((key) => `<${name}> without ${key}`),
    ...wrong.map(([key, value]) => `<${name} ${key}="${value}">`),
  ];
}

const decoded = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
