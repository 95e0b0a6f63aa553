import { type Price, pointsPerUnit } from '../../../shared/domain/price.ts';
import { plainPrice } from '../../format/parse.ts';
import { NumberStepper } from '../NumberStepper.tsx';

interface PriceStepperProps {
  readonly label: string;
  /** A plain decimal; empty means no price. */
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly precision: number;
  /** The price that plus writes into an empty field; read at the tap, so it may be live. */
  readonly from: () => Price | undefined;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly placeholder?: string | undefined;
}

/** A stepper for a price. One step is about a ten-thousandth of the price, rounded to a power of ten points. */
export function PriceStepper({ value, precision, from, ...rest }: PriceStepperProps) {
  const unit = pointsPerUnit(precision);
  const typed = Math.round(Number(value) * unit);
  return (
    <NumberStepper
      {...rest}
      value={value}
      step={stepPoints(typed) / unit}
      min={0}
      decimals={precision}
      start={() => {
        const now = from();
        return now === undefined ? undefined : plainPrice(now, precision);
      }}
    />
  );
}

const stepPoints = (points: number): number =>
  points > 10_000 ? 10 ** Math.floor(Math.log10(points / 10_000)) : 1;
