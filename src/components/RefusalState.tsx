import { LOCAL_CODE, type Refusal } from '../../shared/result.ts';
import { notLoadedText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ErrorState } from './ErrorState.tsx';

interface RefusalStateProps {
  readonly error: Refusal;
  readonly onRetry: () => void;
}

/** An `ErrorState` that says why a load failed. */
export function RefusalState({ error, onRetry }: RefusalStateProps) {
  const { t } = useTranslation();
  // Only another moment of the recording may have it.
  const canHelp = error.code !== LOCAL_CODE.notRecorded;
  return <ErrorState text={notLoadedText(t, error)} onRetry={canHelp ? onRetry : undefined} />;
}
