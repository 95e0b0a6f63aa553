import type { ReadonlySignal } from '@preact/signals-react';
import type { Money } from '../../../shared/domain/money.ts';
import { type Price, pointsPerUnit, price } from '../../../shared/domain/price.ts';
import { plainPrice } from '../../format/parse.ts';
import { firstDistance } from '../../format/stops.ts';
import { NumberStepper } from '../NumberStepper.tsx';
import { StakedField } from './StakedField.tsx';

interface PriceStepperProps {
  readonly label: string;
  /** A plain decimal; empty means no price. */
  readonly value: string;
  /** The price as it is, and what a step calls. @see NumberStepper */
  readonly newest?: ReadonlySignal<string> | undefined;
  readonly onChange: (text: string) => void;
  readonly onStep?: ((text: string) => void) | undefined;
  readonly precision: number;
  /** The price that plus writes into an empty field; read at the tap, so it may be live. */
  readonly from: () => Price | undefined;
  /** Plus writes a price above `from`, as far as a stop begins, where that itself would be of no use. */
  readonly away?: boolean;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Profits or losses at the typed price, live; an undefined one is hidden. */
  readonly stakes?: readonly { readonly words?: string; readonly amount: () => Money | undefined }[];
}

/** A stepper for a price. One step is about a ten-thousandth of the price, rounded to a power of ten points. */
export function PriceStepper({ precision, from, away = false, stakes = [], ...rest }: PriceStepperProps) {
  const unit = pointsPerUnit(precision);
  return (
    <StakedField
      stakes={stakes.map(({ words = '', amount }) => ({ name: words, words: () => words, amount }))}
    >
      <NumberStepper
        {...rest}
        step={(typed) => stepPoints(Math.round(Number(typed) * unit)) / unit}
        min={0}
        decimals={precision}
        near={() => {
          const now = from();
          return now === undefined ? undefined : now / unit;
        }}
        start={() => {
          const now = from();
          return now === undefined
            ? undefined
            : plainPrice(away ? price(now + firstDistance(now)) : now, precision);
        }}
      />
    </StakedField>
  );
}

const stepPoints = (points: number): number =>
  points > 10_000 ? 10 ** Math.floor(Math.log10(points / 10_000)) : 1;
