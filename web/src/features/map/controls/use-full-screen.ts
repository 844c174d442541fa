import { useCallback, useEffect, useState } from 'react';

/**
 * Whether the map is full screen, and the toggle. Where a browser has no full screen (phones), the map fills
 * the window; leaving full screen by the browser's own key ends it here too.
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
