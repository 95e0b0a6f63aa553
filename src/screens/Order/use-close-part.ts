import { useState } from 'react';
import type { Instrument } from '../../../shared/domain/instrument.ts';
import type { Position } from '../../../shared/domain/order.ts';
import { type Volume, volume } from '../../../shared/domain/volume.ts';
import { err, type Result } from '../../../shared/result.ts';
import { parseVolume, plainLots, type VolumeProblem } from '../../format/parse.ts';
import { instrumentOf } from '../../state/market.ts';
import { largestPart, readCloseSize } from './order-model.ts';

type LotTerms = Pick<Instrument, 'lotStep' | 'minVolume'>;

/** How much of a position to close: all of it until something else is typed. */
export interface ClosePartState {
  readonly position: Position;
  readonly terms: LotTerms;
  readonly text: string;
  readonly problem: VolumeProblem | undefined;
  /** What the text says, when it can be read. */
  readonly volume: Volume | undefined;
  /** The largest size that is no close of all. */
  readonly most: Volume;
  edit(text: string): void;
  /** The size for the command (undefined: all); marks the field when it is no size that can be closed. */
  read(): Result<Volume | undefined, VolumeProblem>;
}

/** The finest lot step, for an instrument that is no longer listed: the exchange has the last word. */
const ANY_LOT: LotTerms = { lotStep: volume(1), minVolume: volume(1) };

export function useClosePart(position: Position): ClosePartState {
  // Kept with the size it was typed for: once a part is closed, the field stands at the rest.
  const [typed, setTyped] = useState({ of: position.volume, text: '', problem: false });
  const terms = instrumentOf(position.instrumentId) ?? ANY_LOT;
  const mine = typed.of === position.volume && typed.text !== '';
  const text = mine ? typed.text : plainLots(position.volume, terms.lotStep);
  const size = readCloseSize(text, position, terms);
  const parsed = parseVolume(text, terms);
  return {
    position,
    terms,
    text,
    problem: mine && typed.problem && !size.ok ? size.error : undefined,
    volume: parsed.ok ? parsed.value : undefined,
    most: largestPart(position, terms),
    edit: (next) => setTyped({ of: position.volume, text: next, problem: false }),
    read() {
      if (size.ok) return size;
      setTyped({ of: position.volume, text, problem: true });
      return err(size.error);
    },
  };
}
