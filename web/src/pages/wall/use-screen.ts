import { useEffect, useState } from 'react';
import type { ScreenSize } from './wall-layout.ts';

const sizeOf = (): ScreenSize => ({ widthPx: window.innerWidth, heightPx: window.innerHeight });

/** The size of the window. */
export function useScreenSize(): ScreenSize {
  const [size, setSize] = useState(sizeOf);
  useEffect(() => {
    const measure = () => setSize(sizeOf());
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, []);
  return size;
}

/**
 * Asks the browser not to dim the screen, again each time the page is shown; where that is not supported the
 * device's own settings apply.
 */
export function useAwakeScreen(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (document.visibilityState !== 'visible') return;
      const granted = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) void granted?.release();
      else lock = granted;
    };
    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void lock?.release();
    };
  }, []);
}

const activeMs = 10_000;

/** Whether somebody moved the pointer or pressed a key just now: only then the wall shows its buttons. */
export function useIsActive(): boolean {
  const [isActive, setActive] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const act = () => {
      setActive(true);
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), activeMs);
    };
    const names = ['pointermove', 'pointerdown', 'keydown'] as const;
    for (const name of names) window.addEventListener(name, act);
    return () => {
      clearTimeout(timer);
      for (const name of names) window.removeEventListener(name, act);
    };
  }, []);
  return isActive;
}
