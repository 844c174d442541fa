import type { RadarList } from '@allclear/contract';
import { useEffect, useReducer, useRef } from 'react';
import type { ImageState } from './frame-images.ts';
import {
  frameAt,
  nextFrame,
  type PlaybackSpeed,
  playback,
  type RadarStyle,
  speedMs,
  startingPlayback,
} from './playback.ts';
import type { RadarImages } from './use-frame-images.ts';

/** The radar bar's state for the selected style. */
export function usePlayback(style: RadarStyle) {
  const [state, dispatch] = useReducer(playback, style, startingPlayback);
  useEffect(() => dispatch({ type: 'style', style }), [style]);
  return [state, dispatch] as const;
}

/**
 * Playback: one frame a tick. It waits for a frame that is loading or being decoded, and skips a missing one,
 * so that the time on the bar is always that of the image on the map.
 */
export function useTicks(
  playing: boolean,
  speed: PlaybackSpeed,
  progress: number,
  { states, pixels }: Pick<RadarImages, 'states' | 'pixels'>,
  tick: (playable: boolean[]) => void,
) {
  const latest = useRef({ progress, states, pixels, tick });
  latest.current = { progress, states, pixels, tick };
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => {
      const here = latest.current;
      const playable = here.states.map((state) => state !== 'missing');
      const next = nextFrame(here.progress, playable);
      if (here.states[next] === 'ready' && here.pixels(next) !== null) here.tick(playable);
    }, speedMs[speed]);
    return () => clearInterval(timer);
  }, [playing, speed]);
}

/** The frame at a progress, and the state of all frames. */
export function framesOf(list: RadarList | undefined, progress: number, states: readonly ImageState[]) {
  const frames = list?.frames ?? [];
  const index = frameAt(progress, frames.length);
  const count = (wanted: ImageState) => states.filter((state) => state === wanted).length;
  return {
    index,
    frame: frames[index] ?? null,
    loaded: { ready: count('ready'), missing: count('missing'), all: frames.length },
  };
}
