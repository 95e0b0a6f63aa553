import * as v from 'valibot';
import { FAULT_KINDS, FAULT_PLACES } from '../../../../shared/contract/wire-faults.ts';
import { list, number, text, whole } from './parts.ts';

const fault = v.strictObject({
  kind: v.pipe(v.picklist(FAULT_KINDS), v.description('what goes wrong')),
  on: v.pipe(v.picklist(FAULT_PLACES), v.description('what it strikes')),
  share: whole('percent of the occasions on which it strikes', 1),
  ms: number('how long, or how far; 0 where the kind has no such measure'),
  skip: whole('numbers that a `gap` leaves out; 0 for the other kinds'),
  seed: whole('of its chance'),
  struck: whole('how often it has struck'),
  count_left: whole('how often it may still strike; 0: not limited'),
  ends_at: text('ISO 8601; empty when it lasts until it is cleared'),
});

export const faultShapes = { Fault: fault };

export const faultAnswers = { getFaults: list(fault), setFault: list(fault), clearFaults: list(fault) };
