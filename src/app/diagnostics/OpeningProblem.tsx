import { useEffect } from 'react';
import { showToast } from '../../components/toast-store.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { noteOpeningProblem, type OpeningProblem as Problem } from '../../state/diagnostics-flags.ts';

/** Says why the replay that the address names was not opened. */
export function OpeningProblem({ problem: { kind, address } }: { readonly problem: Problem }) {
  const { t } = useTranslation();
  useEffect(() => {
    const text = kind === 'foreign' ? 'diagnostics.foreign_address' : 'diagnostics.not_loaded';
    showToast(t(text, { address }), 'error');
    noteOpeningProblem(undefined);
  }, [kind, address, t]);
  return null;
}
