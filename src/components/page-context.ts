import { createContext, type ReactNode } from 'react';

/** What the shell gives every page without the pages knowing its state. */
export interface PageShell {
  /** Shown in each header: connection, demo badge. */
  readonly status: ReactNode;
  /** Whether a page that appears takes the focus to its heading; not on the very first one. */
  readonly takesFocus: () => boolean;
  readonly goBack: () => void;
}

export const PageShellContext = createContext<PageShell>({
  status: null,
  takesFocus: () => false,
  goBack: () => history.back(),
});
