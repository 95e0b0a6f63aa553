import { describe, expect, it } from 'vitest';
import { kindOf } from '../../../server/files/picture-kind.ts';

const kind = (text: string) => kindOf(Buffer.from(text, 'latin1'));

describe('the first bytes identify the format', () => {
  it.each([
    ['\xff\xd8\xff\xe0\x00\x10JFIF', 'jpeg'],
    ['\xff\xd8\xff\xdb', 'jpeg'],
    ['\x89PNG\r\n\x1a\n', 'png'],
    ['GIF87a', 'gif'],
    ['GIF89a', 'gif'],
    ['RIFF\x10\x00\x00\x00WEBPVP8 ', 'webp'],
    ['\0\0\0\x1cftypavif\0\0\0\0mif1miaf', 'heif'],
    ['\0\0\0\x1cftypmif1\0\0\0\0avifmiaf', 'heif'],
    ['\0\0\0\x14ftypavis\0\0\0\0', 'heif'],
  ])('%j', (text, expected) => {
    expect(kind(text)).toBe(expected);
  });

  it.each([
    '',
    '\xff\xd8',
    '\xff\xd8\x00',
    ' \xff\xd8\xff',
    '\x89PNG\n\x1a\n',
    'GIF88a',
    'RIFF\x10\x00\x00\x00WAVE',
    'WEBP',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
    '<?xml version="1.0"?><svg/>',
    '<!DOCTYPE html>',
    'II*\0',
    'BM',
    '%PDF-1.7',
    'PK\x03\x04',
    '\0\0\0\x18ftypisom\0\0\0\0isommp42',
    // The brand is after the box, where it does not count.
    '\0\0\0\x14ftypisom\0\0\0\0isomavif',
    // The version is in the brand's place.
    '\0\0\0\x18ftypisomavifisommp42',
    '\0\0\0\x18skipavif\0\0\0\0avifmif1',
  ])('%j is not a picture', (text) => {
    expect(kind(text)).toBeUndefined();
  });
});
