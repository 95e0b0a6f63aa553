import type { Result } from '../../shared/result.ts';
import type { OperatorStep } from './operator-log-repository.ts';
import { operatorLogRepository } from './operator-log-repository.ts';
import type { OperatorServices } from './resource.ts';

type Ground = Pick<OperatorServices, 'store' | 'clock'>;

/** Writes a step down before it begins, so that none goes unseen, and then how it ended. */
export async function logged<T, E>(
  { store, clock }: Ground,
  step: Omit<OperatorStep, 'id' | 'at' | 'outcome'>,
  run: () => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  const id = await store.write((transaction) =>
    operatorLogRepository(transaction).begin({ ...step, at: clock.now() }),
  );
  const end = (outcome: OperatorStep['outcome']) =>
    store.write((transaction) => operatorLogRepository(transaction).end(id, outcome));
  try {
    const result = await run();
    await end(result.ok ? 'done' : 'refused');
    return result;
  } catch (error) {
    await end('failed');
    throw error;
  }
}
