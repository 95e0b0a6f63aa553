import { untracked } from '@preact/signals-react';
import { type MouseEvent, type ReactNode, useCallback } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { useNodeEffect } from './use-node-effect.ts';

interface SigLinkProps {
  /** Reads signals; runs again when one of them changes. Pass a stable function. */
  readonly href: () => string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A link whose address follows signals without a render; nor does a navigation render it. */
export function SigLink({ href, className, children }: SigLinkProps) {
  const write = useCallback(
    (node: HTMLAnchorElement) => {
      node.setAttribute('href', href());
    },
    [href],
  );
  const link = useNodeEffect(write);
  return (
    <a
      ref={link}
      href={untracked(href)}
      className={className}
      onClick={(event) => {
        if (isForBrowser(event)) return;
        event.preventDefault();
        navigate(untracked(href));
      }}
    >
      {children}
    </a>
  );
}

/** Clicks with a modifier key or another button open a new tab or window, or start a download. */
const isForBrowser = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
