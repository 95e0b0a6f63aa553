import type { ComponentProps, ReactNode } from 'react';
import { SigText } from './SigText.tsx';
import { translateMark } from './Value.tsx';

interface FactProps extends Pick<ComponentProps<typeof SigText>, 'tone'> {
  readonly label: string;
  /** A function for a text that ticks. */
  readonly value: ReactNode | (() => string);
  readonly className?: string | undefined;
}

/** A labelled value in a `dl`, which arranges and colours its facts. */
export function Fact({ label, value, tone, className }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd translate={translateMark(value)}>
        {typeof value === 'function' ? <SigText text={value} tone={tone} /> : value}
      </dd>
    </div>
  );
}
