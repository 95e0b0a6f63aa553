import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { Proof } from '../../../shared/contract/proof.ts';
import type { Result } from '../../../shared/result.ts';
import { demandOf, type SecondStep } from '../../state/second-step.ts';

const SecondStepSheet = lazy(() =>
  import('./SecondStepSheet.tsx').then((module) => ({ default: module.SecondStepSheet })),
);

type Run = <T>(call: (proof: Proof) => Promise<Result<T>>) => Promise<Result<T>>;

/**
 * Makes calls that may need a second factor. `run` makes the call; if it is refused with 4110, the sheet asks for a proof
 * and the call is made again with it, until it is accepted, refused otherwise, or the user closes the sheet: then the
 * answer is the refusal with 4110. Put `sheet` beside the form, not into it: it has a form of its own.
 */
export function useSecondStep(): { readonly run: Run; readonly sheet: ReactNode } {
  const [step, setStep] = useState<SecondStep>({ status: 'idle' });
  const settle = useRef<(proof: Proof | undefined) => void>(undefined);

  async function run<T>(call: (proof: Proof) => Promise<Result<T>>): Promise<Result<T>> {
    let answer = await call({});
    for (let attempt = 1; ; attempt++) {
      const demand = answer.ok ? undefined : demandOf(answer.error);
      const proof = demand && (await asked({ status: 'asking', demand, attempt }));
      if (demand === undefined || proof === undefined) {
        setStep({ status: 'idle' });
        return answer;
      }
      setStep({ status: 'checking', demand, attempt });
      answer = await call(proof);
    }
  }

  const asked = (next: SecondStep): Promise<Proof | undefined> =>
    new Promise((resolve) => {
      settle.current = resolve;
      setStep(next);
    });

  return {
    run,
    sheet: step.status !== 'idle' && (
      <Suspense fallback={null}>
        <SecondStepSheet
          demand={step.demand}
          attempt={step.attempt}
          busy={step.status === 'checking'}
          onProof={(proof) => settle.current?.(proof)}
          onClose={() => {
            // A call with its proof is on the way: its answer decides.
            if (step.status === 'asking') settle.current?.(undefined);
          }}
        />
      </Suspense>
    ),
  };
}
