import { CODE } from '../../shared/contract/codes.ts';
import { FAULT_KINDS, FAULT_PLACES } from '../../shared/contract/wire-faults.ts';
import { err, ok, refusal } from '../../shared/result.ts';
import { badParameter, call } from '../http/call.ts';
import { choice, integer, maybe, signed } from '../http/fields.ts';
import type { Faults } from './faults.ts';
import { FAULT_BOUNDS, type FaultNumber, readFault } from './setting.ts';
import { wireFault } from './wire-fault.ts';

const absent = err(refusal(CODE.notFound));
const listed = (faults: Faults) => ok({ list: faults.list().map(wireFault) });
const within = (name: Exclude<FaultNumber, 'ms'>) => {
  const { least, most } = FAULT_BOUNDS[name];
  return maybe(integer(least, most));
};

/** The fault console, in development. */
export const faultCalls = {
  getFaults: call('getFaults', {}, ({ faults }) => (faults === undefined ? absent : listed(faults))),

  setFault: call(
    'setFault',
    {
      kind: choice(FAULT_KINDS),
      on: maybe(choice(FAULT_PLACES)),
      share: within('share'),
      ms: maybe(signed(FAULT_BOUNDS.ms.least, FAULT_BOUNDS.ms.most)),
      skip: within('skip'),
      count: within('count'),
      seconds: within('seconds'),
      seed: within('seed'),
    },
    ({ faults }, wish) => {
      if (faults === undefined) return absent;
      const setting = readFault(wish);
      if (!setting.ok) return badParameter(setting.error.field);
      faults.set(setting.value);
      return listed(faults);
    },
  ),

  clearFaults: call('clearFaults', { kind: maybe(choice(FAULT_KINDS)) }, ({ faults }, { kind }) => {
    if (faults === undefined) return absent;
    faults.clear(kind);
    return listed(faults);
  }),
};
