import { useSignals } from '../../components/use-signals.ts';
import { session } from '../../state/session.ts';

/** The account's id, which keeps the drafts of accounts apart. */
export function useUid(): number {
  useSignals();
  return session.value.status === 'signed-in' ? session.value.user.uid : 0;
}
