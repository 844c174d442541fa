import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Whether the page is a wall screen (`?kiosk`): only the weather, in large type. The screen is kept awake,
 * and Escape leaves it.
 */
export function useWallScreen(): boolean {
  const { search } = useLocation();
  const navigate = useNavigate();
  const isWall = new URLSearchParams(search).has('kiosk');

  useEffect(() => {
    if (!isWall) return;
    document.documentElement.dataset.wall = '';
    const awake = keepAwake();
    const leave = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || document.querySelector('[role="dialog"]')) return;
      // The current address: another location may have been selected a moment ago.
      navigate(window.location.pathname + withoutKiosk(window.location.search));
    };
    // Before any tooltip handles the key.
    window.addEventListener('keydown', leave, true);
    return () => {
      delete document.documentElement.dataset.wall;
      awake();
      window.removeEventListener('keydown', leave, true);
    };
  }, [isWall, navigate]);
  return isWall;
}

/** The same address with or without the wall screen; the location stays. */
export function withKiosk(search: string): string {
  const params = new URLSearchParams(search);
  params.set('kiosk', '');
  return `?${params.toString().replace('kiosk=', 'kiosk')}`;
}

export function withoutKiosk(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('kiosk');
  return params.size > 0 ? `?${params}` : '';
}

/**
 * Asks the browser not to dim the screen, again each time the page is shown; where that is not supported the
 * device's own settings apply.
 */
function keepAwake(): () => void {
  let held: WakeLockSentinel | undefined;
  const hold = async () => {
    if (document.visibilityState !== 'visible') return;
    held = await navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  void hold();
  document.addEventListener('visibilitychange', hold);
  return () => {
    document.removeEventListener('visibilitychange', hold);
    void held?.release();
  };
}
