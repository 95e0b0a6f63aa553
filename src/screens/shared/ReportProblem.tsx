import { useState } from 'react';
import { err, LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NoteField } from './NoteField.tsx';
import styles from './Recorder.module.css';
import { SaveFile } from './SaveFile.tsx';

interface ReportProblemProps {
  /** A note that was written elsewhere, and the moment it is about, epoch ms; without one it is asked for here. */
  readonly about?: { readonly note: string; readonly atMs: number };
}

/** Everything about a problem as one file. */
export function ReportProblem({ about }: ReportProblemProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <>
      <p className={`faint ${styles.hint}`}>{t('diagnostics.report_hint')}</p>
      {about === undefined && (
        <NoteField label={t('diagnostics.what_wrong')} value={text} onChange={setText} />
      )}
      <SaveFile
        label={t('diagnostics.report')}
        make={() =>
          import('./report/problem-report.ts').then(
            ({ problemReport }) => problemReport((about?.note ?? text).trim(), about?.atMs),
            () => err(refusal(LOCAL_CODE.offline)),
          )
        }
      />
    </>
  );
}
