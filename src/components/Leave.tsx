import { useLayoutEffect } from 'react';
import { useLocation } from 'wouter';

/**
 * Replaces the address of the screen that renders it. The address is ahead of the screens (LocationRouter.tsx): where it
 * already leads elsewhere, this does nothing.
 */
export function Leave({ to }: { readonly to: string }) {
  const [path, navigate] = useLocation();
  useLayoutEffect(() => {
    if (location.pathname === path) navigate(to, { replace: true });
  }, [path, to, navigate]);
  return null;
}
