import { LOCAL_CODE, type Refusal } from '../../shared/result.ts';
import { refusalText } from '../i18n/refusal.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { ErrorState } from './ErrorState.tsx';

interface RefusalStateProps {
  readonly error: Refusal;
  readonly onRetry: () => void;
}

/** An `ErrorState` that says why a call was refused. */
export function RefusalState({ error, onRetry }: RefusalStateProps) {
  const { t } = useTranslation();
  // Only another moment of the recording may have it.
  const canHelp = error.code !== LOCAL_CODE.notRecorded;
  // A load has sent nothing that could be missing.
  const text = error.code === LOCAL_CODE.offline ? t('error.not_loaded') : refusalText(t, error);
  return <ErrorState text={text} onRetry={canHelp ? onRetry : undefined} />;
}
