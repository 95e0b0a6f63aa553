import { version } from '../../../package.json';
import type { ReplaySurvey } from '../../../shared/bridge/recording.ts';
import { Sheet } from '../../components/Modal.tsx';
import { CopyRow, ListRow, Section } from '../../components/Section.tsx';
import { isolated } from '../../format/isolated.ts';
import { UNKNOWN } from '../../format/number.ts';
import { type Translate, useTranslation } from '../../i18n/use-translation.ts';
import { commitOfPage } from '../../state/page-facts.ts';
import styles from './ReplayBanner.module.css';

interface Build {
  readonly app: string;
  readonly commit?: string | undefined;
}

const HERE: Build = { app: version, commit: commitOfPage() };

const ofSurvey = ({ app, made }: ReplaySurvey): Build => ({ app, commit: made.commit });

/** Earlier builds noted no commit: then the version decides. */
const isSame = (a: Build, b: Build): boolean =>
  a.app === b.app && (a.commit === undefined || b.commit === undefined || a.commit === b.commit);

/** What an import writes in place of a version: its source, if that has a name. */
const IMPORT = /^import(?: (.+))?$/;

function originText(t: Translate, build: Build): string {
  const imported = IMPORT.exec(build.app);
  if (imported?.[1] !== undefined) return t('diagnostics.imported_from', { source: isolated(imported[1]) });
  if (imported !== null || (build.app === '' && build.commit === undefined))
    return t('diagnostics.unknown_build');
  const text = { build: buildText(build) };
  return isSame(build, HERE) ? t('diagnostics.same_build', text) : t('diagnostics.other_build', text);
}

/** As long as people write a commit. */
const COMMIT_LENGTH = 12;

const buildText = ({ app, commit }: Build): string =>
  [app || UNKNOWN, commit?.slice(0, COMMIT_LENGTH)].filter((part) => part !== undefined).join(' ');

/** A line of the banner: which build recorded, whether it is this one, and on what. */
export function Provenance({ survey }: { readonly survey: ReplaySurvey }) {
  const { t } = useTranslation();
  const what = originText(t, ofSurvey(survey));
  const { viewport, language } = survey.made;
  return (
    <span className={styles.build}>
      {[what, viewport?.join(' × '), language].filter((part) => part !== undefined).join(' · ')}
    </span>
  );
}

/** A longer text has no room beside its name. */
const MAX_BESIDE = 24;

interface ReplayFactsProps {
  readonly survey: ReplaySurvey;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** All values of the recording's header, beside those of this app. */
export function ReplayFacts({ survey, open, onClose }: ReplayFactsProps) {
  const { t } = useTranslation();
  const { app, made } = survey;
  const begin =
    made.resumed === undefined
      ? undefined
      : t(made.resumed ? 'diagnostics.began_in_middle' : 'diagnostics.began_at_start');
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t('settings.version'), app || undefined],
    [t('diagnostics.made_commit'), made.commit],
    [t('diagnostics.this_build'), buildText(HERE)],
    [t('diagnostics.made_browser'), made.browser],
    [t('diagnostics.made_viewport'), made.viewport?.join(' × ')],
    [t('diagnostics.made_ratio'), made.pixel_ratio?.toString()],
    [t('settings.language'), made.language],
    [t('settings.theme'), made.theme],
    [t('diagnostics.made_zone'), made.time_zone],
  ];
  return (
    <Sheet open={open} onClose={onClose} title={t('diagnostics.about')}>
      <Section>
        {rows.map(([title, value = UNKNOWN]) =>
          value.length > MAX_BESIDE ? (
            <CopyRow key={title} label={title} text={value} />
          ) : (
            <ListRow key={title} title={title} value={<bdi dir="ltr">{value}</bdi>} />
          ),
        )}
        <ListRow title={t('diagnostics.made_begin')} value={begin ?? UNKNOWN} />
      </Section>
    </Sheet>
  );
}
