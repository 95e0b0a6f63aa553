import { err, LOCAL_CODE, refusal } from '../../../shared/result.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './Recorder.module.css';
import { SaveFile } from './SaveFile.tsx';

/** Everything about a problem as one file. */
export function ReportProblem() {
  const { t } = useTranslation();
  return (
    <>
      <p className={`faint ${styles.hint}`}>{t('diagnostics.report_hint')}</p>
      <SaveFile
        label={t('diagnostics.report')}
        make={() =>
          import('./report/problem-report.ts').then(
            ({ problemReport }) => problemReport(),
            () => err(refusal(LOCAL_CODE.offline)),
          )
        }
      />
    </>
  );
}
