import * as v from 'valibot';

/** What the answers are made of; `means` is what an app's developer reads. */

export const text = (means: string) => v.pipe(v.string(), v.description(means));

export const number = (means: string) => v.pipe(v.number(), v.description(means));

export const whole = (means: string, least = 0) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.description(means));

/** One of a few numbers that stand for something. */
export const oneOf = (means: string, ...values: readonly number[]) =>
  v.pipe(v.number(), v.integer(), v.values(values), v.description(means));

export const time = (means: string) => v.pipe(v.string(), v.isoTimestamp(), v.description(means));

export const list = <S extends v.GenericSchema>(of: S) => v.strictObject({ list: v.array(of) });

/** A page of a longer list. */
export const page = <S extends v.GenericSchema>(of: S) =>
  v.strictObject({ list: v.array(of), total: whole('how many there are on all pages') });

export const nothing = v.null();
