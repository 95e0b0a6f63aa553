/*
 * Traded volumes of other venues have decimals. They are added as whole numbers: a sum of fractions gets digits that none of
 * them has, 0.1 + 0.2 among them.
 */

/** Decimals that are kept; further ones are cut off. */
const DECIMALS = 12;
const DECIMAL = /^(\d{0,20})(?:\.(\d{0,40}))?(?:e([+-]?\d{1,2}))?$/i;

/** A volume in 10^-12. @param text a number as venues or ECMAScript write it; undefined if it is not one, or negative */
export function volumeUnits(text: string): bigint | undefined {
  const [, whole, fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const shift = DECIMALS + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift);
}

/** The number next to a volume in 10^-12: exactly the volume, if it has at most 15 digits. */
export function volumeOfUnits(units: bigint): number {
  const digits = String(units).padStart(DECIMALS + 1, '0');
  return Number(`${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`);
}

/** The exact sum of volumes. */
export function sumOfVolumes(volumes: ArrayLike<number>): number {
  let [whole, hasFractions] = [0, false];
  for (let i = 0; i < volumes.length; i++) {
    const volume = volumes[i] ?? 0;
    whole += volume;
    hasFractions ||= !Number.isSafeInteger(volume);
  }
  if (!hasFractions) return whole;
  let units = 0n;
  for (let i = 0; i < volumes.length; i++) units += volumeUnits(String(volumes[i])) ?? 0n;
  return volumeOfUnits(units);
}
