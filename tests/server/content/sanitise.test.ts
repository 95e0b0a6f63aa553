import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  cleanLine,
  cleanText,
  httpsAddress,
  isBlank,
  sanitiseHtml,
} from '../../../server/content/sanitise.ts';
import { offencesOf } from './strict-html.ts';
import { VECTORS } from './xss-vectors.ts';

describe('sanitised HTML', () => {
  it('is tested with at least 200 attacks', () => {
    expect(VECTORS.length).toBeGreaterThan(200);
    expect(VECTORS.filter((vector) => offencesOf(vector).length > 0).length).toBeGreaterThan(200);
  });

  // spec: 2.28
  it.each(VECTORS)('has only allowed elements and attributes after %j', (vector) => {
    const clean = sanitiseHtml(vector);
    expect(offencesOf(clean)).toEqual([]);
    expect(sanitiseHtml(clean)).toBe(clean);
  });

  it('has only allowed elements and attributes for mixed attacks', () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(...VECTORS),
        fc.constantFrom('<', '>', '"', "'", '=', '/', '&', '<!--', '-->', '</', '<p', '<a href=', '&#x'),
        fc.string({ unit: 'binary', maxLength: 12 }),
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const clean = sanitiseHtml(parts.join(''));
        expect(offencesOf(clean)).toEqual([]);
        expect(offencesOf(sanitiseHtml(clean))).toEqual([]);
      }),
      { numRuns: Number(process.env['ROUNDS'] ?? 300) },
    );
  });

  const link = 'rel="noopener noreferrer nofollow" target="_blank"';
  it.each([
    ['<p>One<br>two</p>', '<p>One<br />two</p>'],
    ['<h2>A</h2><h3>B</h3>', '<h2>A</h2><h3>B</h3>'],
    ['<ul><li>a</li></ul><ol><li>b</li></ol>', '<ul><li>a</li></ul><ol><li>b</li></ol>'],
    ['<p><strong>a</strong> <em>b</em></p>', '<p><strong>a</strong> <em>b</em></p>'],
    ['<blockquote class="x">a</blockquote>', '<blockquote>a</blockquote>'],
    [
      '<a href="https://a.example/b?c=1&amp;d=2">x</a>',
      `<a href="https://a.example/b?c=1&amp;d=2" ${link}>x</a>`,
    ],
    ['<a href="mailto:a.b+c@d.example">x</a>', `<a href="mailto:a.b+c@d.example" ${link}>x</a>`],
    [
      '<img src="/logos/news-paper.svg" alt="A &quot;B&quot;">',
      '<img src="/logos/news-paper.svg" alt="A &quot;B&quot;" />',
    ],
    ['<img src="/files/0123abcd">', '<img src="/files/0123abcd" alt="" />'],
    ['<div><b>kept</b> as text</div>', 'kept as text'],
    ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
    ['<p>价格 🙂 سعر</p>', '<p>价格 🙂 سعر</p>'],
    ['<script>gone</script>kept', 'kept'],
  ])('%s becomes %s', (html, clean) => {
    expect(sanitiseHtml(html)).toBe(clean);
    expect(offencesOf(clean)).toEqual([]);
  });
});

describe('the strict reader of these tests', () => {
  it.each([
    '<script>x</script>',
    '<p onclick="x">y</p>',
    '<a href="javascript:x" rel="noopener noreferrer nofollow" target="_blank">y</a>',
    '<a href="https://a.example/">y</a>',
    '<img src="//evil.example/logos/a.svg" alt="" />',
    '<img src="/api/x" alt="" />',
    '<img src="/logos/a.svg" alt="">',
    '<p>a',
    'a</p>',
    '<p>a</em>',
    'a < b',
    'a &nbsp; b',
    "<p class='x'>a</p>",
    'a\u202eb',
  ])('rejects %j', (html) => {
    expect(offencesOf(html)).not.toEqual([]);
  });
});

describe('plain text', () => {
  it.each([
    ['  a\r\nb\rc\u2028d\u0085e ', 'a\nb\nc\nd\ne'],
    ['a\tb\u0000c\u0007d\u007fe\u009bf', 'a bcdef'],
    ['\u202egnp.exe\u202c \u2066x\u2069\u202a', 'gnp.exe x'],
    ['\ufeffa\ufff9b', 'ab'],
    ['a\ud800b', 'a\ufffdb'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    ['👩‍👩‍👧 می‌خواهم \u200fسعر', '👩‍👩‍👧 می‌خواهم \u200fسعر'],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it('on one line has its line breaks as spaces', () => {
    expect(cleanLine(' a \n\n b\r\nc ')).toBe('a b c');
  });

  it.each(['', '   ', '\u200b\u200d\u2060', '\n\t', '\u3164', '\u00ad\u200f'])('%j is empty', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', ' . ', '🙂', 'あ'])('%j is not empty', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('a web address', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    ['HTTPS://A.example/b c', 'https://a.example/b%20c'],
  ])('%s is %s', (text, address) => {
    expect(httpsAddress(text)).toBe(address);
  });

  it.each([
    'http://a.example/',
    'javascript:x',
    '//a.example',
    'a.example',
    'https://u@a.example/',
    'https://',
    '',
  ])('%j is invalid', (text) => {
    expect(httpsAddress(text)).toBeUndefined();
  });
});
