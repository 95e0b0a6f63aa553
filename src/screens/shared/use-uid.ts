import { useSignals } from '../../components/use-signals.ts';
import { session } from '../../state/session.ts';

/** Whose drafts these are; none of one account is shown to another. */
export function useUid(): number {
  useSignals();
  return session.value.status === 'signed-in' ? session.value.user.uid : 0;
}
