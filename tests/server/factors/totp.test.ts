import { Secret } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../server/factors/secret-box.ts';
import { makeTotp, stepOfCode } from '../../../server/factors/totp.ts';
import { systemRandom } from '../../../server/random.ts';
import { timestampMs } from '../../../shared/domain/time.ts';

const RFC_SECRET = Secret.fromUTF8('12345678901234567890').base32;
/** RFC 6238, appendix B, SHA-1: seconds, and the last six of its eight digits. */
const VECTORS = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const;

describe('a one-time password', () => {
  it.each(VECTORS)('is the one of RFC 6238 at second %i', (seconds, code) => {
    expect(stepOfCode(RFC_SECRET, code, timestampMs(seconds * 1_000))).toBe(Math.floor(seconds / 30));
  });

  it('is accepted one step early and late, and names its own step', () => {
    const at = (seconds: number) => stepOfCode(RFC_SECRET, '050471', timestampMs(seconds * 1_000));
    const step = Math.floor(1111111111 / 30);
    expect([at(1111111111 - 60), at(1111111111 - 30), at(1111111111 + 30), at(1111111111 + 60)]).toEqual([
      undefined,
      step,
      step,
      undefined,
    ]);
  });

  it.each(['', '05047', '0504711', 'abcdef', '05 047'])('is not %j', (code) => {
    expect(stepOfCode(RFC_SECRET, code, timestampMs(1111111111_000))).toBeUndefined();
  });

  it('has a secret of 160 bits that the address for the app contains', () => {
    const { secret, url } = makeTotp(systemRandom, 'Pipstream', 'ann@example.com');
    expect(Secret.fromBase32(secret).bytes).toHaveLength(20);
    expect(url).toMatch(/^otpauth:\/\/totp\/Pipstream:ann%40example\.com\?/);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(makeTotp(systemRandom, 'Pipstream', 'ann@example.com').secret).not.toBe(secret);
  });
});

describe('a sealed secret', () => {
  const key = systemRandom.bytes(32);
  const box = createSecretBox(key, systemRandom);

  it('opens for its owner alone, with the same key', () => {
    const sealed = box.seal('JBSWY3DPEHPK3PXP', 'totp 1');
    expect(sealed).not.toContain('JBSWY3DPEHPK3PXP');
    expect(box.open(sealed, 'totp 1')).toBe('JBSWY3DPEHPK3PXP');
    expect(box.open(sealed, 'totp 2')).toBeUndefined();
    expect(createSecretBox(systemRandom.bytes(32), systemRandom).open(sealed, 'totp 1')).toBeUndefined();
    const changed = sealed.replace(/.(?=.$)/, (last) => (last === 'A' ? 'B' : 'A'));
    expect(box.open(changed, 'totp 1')).toBeUndefined();
    expect(box.open('', 'totp 1')).toBeUndefined();
  });

  it('looks different each time', () => {
    expect(box.seal('same', 'totp 1')).not.toBe(box.seal('same', 'totp 1'));
  });
});
