import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';

interface LeaveGuard {
  /** The user is leaving and is asked. */
  isOpen: boolean;
  stay: () => void;
  leave: () => void;
}

/**
 * Asks before unsaved work is lost: on a link of the app, on the browser's back button, and (by the browser's
 * own dialog) when the tab is closed or reloaded. For the back button the page has two history entries while
 * there are unsaved changes.
 */
export function useLeaveGuard(unsaved: boolean): LeaveGuard {
  const navigate = useNavigate();
  const [destination, setDestination] = useState<string | 'back' | null>(null);
  const leaving = useRef(false);
  // The step back that the guard itself made; work that begins before it has happened is not asked about it.
  const ownStep = useRef<Event | null>(null);

  useEffect(() => {
    if (!unsaved) return;
    leaving.current = false;
    window.history.pushState(window.history.state, '', window.location.href);
    const onLink = (event: MouseEvent) => {
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (
        !plain ||
        !(link instanceof HTMLAnchorElement) ||
        link.target ||
        link.origin !== window.location.origin
      )
        return;
      if (link.hash !== '' && link.pathname === window.location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      setDestination(link.pathname + link.search + link.hash);
    };
    const onBack = (event: Event) => {
      if (leaving.current || event === ownStep.current) return;
      window.history.pushState(window.history.state, '', window.location.href);
      setDestination('back');
    };
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener('click', onLink, { capture: true });
    window.addEventListener('popstate', onBack);
    window.addEventListener('beforeunload', onUnload);
    return () => {
      document.removeEventListener('click', onLink, { capture: true });
      window.removeEventListener('popstate', onBack);
      window.removeEventListener('beforeunload', onUnload);
      // The second entry is removed after a save; when the user leaves, navigation has removed it already.
      if (leaving.current) return;
      const note = (event: Event) => {
        ownStep.current = event;
      };
      window.addEventListener('popstate', note, { once: true });
      window.history.back();
    };
  }, [unsaved]);

  const stay = useCallback(() => setDestination(null), []);
  const leave = useCallback(() => {
    leaving.current = true;
    if (destination === 'back') window.history.go(-2);
    else if (destination !== null) void navigate(destination, { replace: true });
    setDestination(null);
  }, [destination, navigate]);
  return { isOpen: destination !== null, stay, leave };
}
