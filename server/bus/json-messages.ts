import * as v from 'valibot';
import type { Bus } from './bus.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

/** A value as the data of a message. */
export const jsonData = (value: unknown): Uint8Array => encoder.encode(JSON.stringify(value));

export const sendJson = (bus: Bus, subject: string, value: unknown): void =>
  bus.publish(subject, jsonData(value));

/**
 * @param report receives a sentence about data that is not what `schema` says
 * @returns undefined then: such a message is dropped
 */
export function readJson<T>(
  schema: v.GenericSchema<unknown, T>,
  { subject, data }: { readonly subject: string; readonly data: Uint8Array },
  report: (sentence: string) => void,
): T | undefined {
  try {
    return v.parse(schema, JSON.parse(decoder.decode(data)));
  } catch (error) {
    report(
      `A message on ${subject} is dropped: ${error instanceof Error ? error.message : 'it is malformed'}.`,
    );
    return undefined;
  }
}
