import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

interface LeaveQuestion {
  /** Whether the question is open. */
  readonly isAsking: boolean;
  stay(): void;
  leave(): void;
}

/**
 * Asks before a link to another page of the app loses changes. The tab itself is guarded by the form; the back button
 * of the browser cannot be stopped by a page.
 */
export function useLeaveQuestion(isOn: boolean): LeaveQuestion {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isOn) return;
    const ask = (event: MouseEvent) => {
      const path = leadsTo(event);
      if (path === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(path);
    };
    // Before the router's own listener, which would follow the link.
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, [isOn]);
  return {
    isAsking: target !== null,
    stay: () => setTarget(null),
    leave: () => {
      setTarget(null);
      if (target !== null) void navigate(target);
    },
  };
}

/** The path of the link that a click follows in this tab, within the app; null for any other click. */
function leadsTo(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download'))
    return null;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin) return null;
  // A jump within the page, as of an error to its field, leaves nothing.
  if (pathname === window.location.pathname && search === window.location.search && hash !== '') return null;
  return pathname + search + hash;
}
