import sanitizeHtml from 'sanitize-html';

/** Line ends of all systems, and the rarer line separators. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** Invisible characters that change how the rest is shown: control characters and direction marks. */
const HIDDEN = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
const INVISIBLE = /[\s\p{Cf}\u115f\u1160\u3164\uffa0]/gu;

/** Plain text with line breaks, safe to store and show; markup stays text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(LINE_END, '\n').replaceAll('\t', ' ').replace(HIDDEN, '').trim();

/** Plain text of one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s*\n\s*/g, ' ');

/** Whether the text has no visible character. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** A https address without credentials; undefined for any other. */
export function httpsAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

/** One e-mail address without parameters such as a subject. */
const MAIL_ADDRESS = /^mailto:[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
/** Pictures of this server only, from the paths that serve nothing else. */
const PICTURE = /^\/(?:files|logos)\/[\w-]{1,128}(?:\.[a-z]{3,4})?$/;

const ELEMENTS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'a', 'blockquote', 'img'];
/** Removed with their content; of other unlisted elements the text stays. */
const DROPPED = [
  ...['script', 'style', 'template', 'noscript', 'title', 'svg', 'math', 'object', 'embed', 'applet'],
  ...['iframe', 'frameset', 'noframes', 'noembed', 'xmp', 'plaintext', 'textarea', 'select', 'option'],
];
const MAX_DEPTH = 20;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: ELEMENTS,
  allowedAttributes: { a: ['href', 'rel', 'target'], img: ['src', 'alt'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: DROPPED,
  nestingLimit: MAX_DEPTH,
  transformTags: {
    a(_name, { href = '' }) {
      const address = MAIL_ADDRESS.test(href) ? href : httpsAddress(href);
      if (address === undefined) return { tagName: 'a', attribs: {} };
      return {
        tagName: 'a',
        attribs: { href: address, rel: 'noopener noreferrer nofollow', target: '_blank' },
      };
    },
    img(_name, { src = '', alt = '' }) {
      return { tagName: 'img', attribs: PICTURE.test(src) ? { src, alt: cleanLine(alt) } : {} };
    },
  },
  // A link without an address becomes its text; a picture without one is removed.
  exclusiveFilter({ tag, attribs }) {
    if (tag === 'a' && attribs['href'] === undefined) return 'excludeTag';
    return tag === 'img' && attribs['src'] === undefined;
  },
  // Character references are decoded only now.
  textFilter: (text) => text.replace(HIDDEN, ''),
};

/** Keeps a short list of harmless elements and attributes and removes the rest. */
export const sanitiseHtml = (html: string): string =>
  sanitizeHtml(
    html.toWellFormed().replace(HIDDEN, (sign) => (/\s/.test(sign) ? ' ' : '')),
    RULES,
  ).trim();
