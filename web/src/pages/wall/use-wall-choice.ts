import { useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { readWallChoice, withMap } from './wall-address.ts';

/** What the wall's address says, and a function that shows the map half or removes it. */
export function useWallChoice() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const choice = useMemo(() => readWallChoice(search), [search]);
  const change = (hasMap: boolean) =>
    void navigate({ pathname, search: withMap(search, hasMap), hash }, { replace: true });
  return { choice, change };
}

/** Leaves the wall by Escape, unless a dialog is open or full screen is left by it. */
export function useLeave(leave: (() => void) | null): (() => void) | null {
  useEffect(() => {
    if (leave === null) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('[role="dialog"]') || document.fullscreenElement)
        return;
      leave();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  return leave;
}
