import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { IconButton } from './Button.tsx';
import styles from './Page.module.css';

interface PageProps {
  readonly title?: ReactNode;
  /** Shows the back button. */
  readonly back?: boolean | undefined;
  /** Icon buttons at the end of the header. */
  readonly actions?: ReactNode;
  /** What stands below the title, after the state of the connection, so that neither is cut beside many buttons. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
  /** Leaves space for the tab bar. */
  readonly tabBar?: boolean | undefined;
}

const MAIN = ['div', 'h1', 'main'] as const;
const BESIDE = ['aside', 'h2', 'div'] as const;

/** A screen: a sticky header with the heading, and the content below. */
export function Page({ title, back = false, actions, below, children, tabBar = false }: PageProps) {
  const { t } = useTranslation();
  const shell = useContext(PageShellContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shell.takesFocus()) heading.current?.focus({ preventScroll: true });
  }, [shell]);
  const [Box, Heading, Content] = shell.isBeside ? BESIDE : MAIN;
  return (
    <Box className={styles.page} data-tabbar={tabBar || undefined}>
      <header className={styles.header}>
        {back && <IconButton icon="back" label={t('public.back')} onClick={shell.goBack} />}
        <div className={`grow ${styles.titled}`} data-below={below !== undefined || undefined}>
          <Heading ref={heading} className={`grow strong ${styles.title}`} tabIndex={-1}>
            {title}
          </Heading>
          {below === undefined ? (
            shell.status
          ) : (
            <div className={styles.below}>
              {shell.status}
              {below}
            </div>
          )}
        </div>
        {actions}
      </header>
      <Content className={styles.content}>{children}</Content>
    </Box>
  );
}

/** What the app gives its screens, which never import it. */
export interface PageShell {
  /** Shown in each header: connection, demo badge. */
  readonly status: ReactNode;
  /** Whether a new page moves the focus to its heading. False for the first page. */
  readonly takesFocus: () => boolean;
  readonly goBack: () => void;
  /** The page stands beside the main one. */
  readonly isBeside?: boolean;
  /** The name of the screen at a path; undefined if there is none. */
  readonly screenAt: (path: string) => string | undefined;
}

export const PageShellContext = createContext<PageShell>({
  status: null,
  takesFocus: () => false,
  goBack: () => history.back(),
  screenAt: () => undefined,
});
