import { useCallback, useEffect, useState } from 'react';

/**
 * Whether the map fills everything, and the switch for it. Where a browser cannot give the whole screen
 * (phones), the map fills the window; leaving the whole screen by the browser's own key leaves it here too.
 */
export function useFullScreen(): [boolean, () => void] {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const changed = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  useEffect(
    () => () => {
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    },
    [],
  );
  const toggle = useCallback(() => {
    setFull(!full);
    if (full) {
      if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
    } else document.documentElement.requestFullscreen?.().catch(() => undefined);
  }, [full]);
  return [full, toggle];
}
