import sanitizeHtml from 'sanitize-html';

/** A line end however it was typed, or one of its rarer signs. */
const LINE_END = /\r\n?|[\u0085\u2028\u2029]/g;
/** What no reader sees but what changes how the rest is shown: control characters, and signs that turn the direction of what follows. */
const HIDDEN = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/gu;
const INVISIBLE = /[\s\p{Cf}\u115f\u1160\u3164\uffa0]/gu;

/** Plain text of several lines, as it may be stored and shown: markup in it stays text. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(LINE_END, '\n').replaceAll('\t', ' ').replace(HIDDEN, '').trim();

/** Plain text of one line. */
export const cleanLine = (text: string): string => cleanText(text).replace(/\s*\n\s*/g, ' ');

/** Whether nothing of it would be seen. */
export const isBlank = (text: string): boolean => text.replace(INVISIBLE, '') === '';

/** An address on the web that says where it leads; undefined for any other. */
export function httpsAddress(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : undefined;
}

/** One mail address and nothing that would fill in the letter. */
const MAIL_ADDRESS = /^mailto:[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/i;
/** Pictures come from this server alone, from the places that serve nothing else. */
const PICTURE = /^\/(?:files|logos)\/[\w-]{1,128}(?:\.[a-z]{3,4})?$/;

const ELEMENTS = ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'a', 'blockquote', 'img'];
/** Dropped with all that they hold; of other elements that are not in the list the text stays. */
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
  // A link that leads nowhere is the text it holds, a picture without an address is nothing.
  exclusiveFilter({ tag, attribs }) {
    if (tag === 'a' && attribs['href'] === undefined) return 'excludeTag';
    return tag === 'img' && attribs['src'] === undefined;
  },
  // Also what was written as a character reference, which is known only now.
  textFilter: (text) => text.replace(HIDDEN, ''),
};

/** HTML of a short list of harmless elements and attributes; what is not in it is left out. */
export const sanitiseHtml = (html: string): string =>
  sanitizeHtml(
    html.toWellFormed().replace(HIDDEN, (sign) => (/\s/.test(sign) ? ' ' : '')),
    RULES,
  ).trim();
