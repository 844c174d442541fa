import {
  IconArrowRight,
  IconLogout2,
  IconMap2,
  IconMaximize,
  IconPlayerPause,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './WallTools.module.css';

interface WallToolsProps {
  isShown: boolean;
  hasSound: boolean;
  onSound: () => void;
  hasMap: boolean;
  onMap: () => void;
  /** Null while everything is on one page. */
  turning: { isHeld: boolean; onHold: () => void; onNext: () => void } | null;
  /** Null where there is nothing to go back to. */
  onLeave: (() => void) | null;
  children?: ReactNode;
}

/** The buttons of a wall: out of the way until the pointer moves or a key is pressed. */
export function WallTools({
  isShown,
  hasSound,
  onSound,
  hasMap,
  onMap,
  turning,
  onLeave,
  children,
}: WallToolsProps) {
  const tools = useRef<HTMLElement>(null);
  // A button that was used last does not keep them over the tiles for a week.
  useEffect(() => {
    const { activeElement } = document;
    if (!isShown && activeElement instanceof HTMLElement && tools.current?.contains(activeElement))
      activeElement.blur();
  }, [isShown]);
  return (
    <section
      ref={tools}
      className={classes.tools}
      aria-label="Wall controls"
      data-shown={isShown || undefined}
    >
      <button type="button" className={classes.tool} aria-pressed={hasSound} onClick={onSound}>
        {hasSound ? (
          <IconVolume size={18} aria-hidden="true" />
        ) : (
          <IconVolumeOff size={18} aria-hidden="true" />
        )}
        Sound
      </button>
      <button type="button" className={classes.tool} aria-pressed={hasMap} onClick={onMap}>
        <IconMap2 size={18} aria-hidden="true" />
        Map
      </button>
      {turning && (
        <>
          <button
            type="button"
            className={classes.tool}
            aria-pressed={turning.isHeld}
            onClick={turning.onHold}
          >
            <IconPlayerPause size={18} aria-hidden="true" />
            Hold page
          </button>
          <button type="button" className={classes.tool} onClick={turning.onNext}>
            <IconArrowRight size={18} aria-hidden="true" />
            Next page
          </button>
        </>
      )}
      <button type="button" className={classes.tool} onClick={() => void toggleFullScreen()}>
        <IconMaximize size={18} aria-hidden="true" />
        Full screen
      </button>
      {children}
      {onLeave && (
        <button type="button" className={classes.tool} onClick={onLeave}>
          <IconLogout2 size={18} aria-hidden="true" />
          Leave (Esc)
        </button>
      )}
    </section>
  );
}

/** A browser may refuse it; the page fits the window as well. */
async function toggleFullScreen(): Promise<void> {
  const change = document.fullscreenElement
    ? document.exitFullscreen?.()
    : document.documentElement.requestFullscreen?.();
  await change?.catch(() => undefined);
}
