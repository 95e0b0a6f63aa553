import { createContext, type ReactNode } from 'react';

/** What the app gives its screens, which never import it. */
export interface PageShell {
  /** Shown in each header: connection, demo badge. */
  readonly status: ReactNode;
  /** Whether a page that appears takes the focus to its heading; not on the very first one. */
  readonly takesFocus: () => boolean;
  readonly goBack: () => void;
  /** The path to show after the login; `from` is the address's parameter, which anybody may have written. */
  readonly returnPath: (from: string | null) => string;
}

export const PageShellContext = createContext<PageShell>({
  status: null,
  takesFocus: () => false,
  goBack: () => history.back(),
  returnPath: () => '/',
});
