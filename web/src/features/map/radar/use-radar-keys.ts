import { type Dispatch, useEffect } from 'react';
import type { PlaybackAction } from './playback.ts';

/** Elements with their own use of space and arrow keys. Buttons and links do not use arrows. */
const ownKeys = 'input, select, textarea, [role="slider"], [role="dialog"], [contenteditable]';
const ownSpace = 'button, a';

/** Space plays and pauses, the arrows step by five of a hundred. On the map itself arrows move the map. */
export function useRadarKeys(enabled: boolean, play: Dispatch<PlaybackAction>): void {
  useEffect(() => {
    if (!enabled) return;
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.altKey || event.ctrlKey || event.metaKey || target?.closest?.(ownKeys)) return;
      if (event.key === ' ') {
        if (target?.closest?.(ownSpace)) return;
        play({ type: 'toggle' });
      } else if (target?.tagName === 'CANVAS') return;
      else if (event.key === 'ArrowRight') play({ type: 'step', by: 1 });
      else if (event.key === 'ArrowLeft') play({ type: 'step', by: -1 });
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled, play]);
}
