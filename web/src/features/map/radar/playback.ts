/**
 * The radar bar: static, scrub or play (spec 1 section 4 'Radar mode'). Progress is 0–100 over the frames of
 * a type. Pure: time arrives as ticks.
 */
export const radarStyles = [
  'past',
  'future',
  'extended',
  'current-road-conditions',
  'future-road-conditions',
] as const;
export type RadarStyle = (typeof radarStyles)[number];

export interface Playback {
  readonly mode: 'static' | 'scrub' | 'play';
  /** 0–100. */
  readonly progress: number;
  readonly style: RadarStyle;
}

export type PlaybackAction =
  | { readonly type: 'toggle' }
  | { readonly type: 'scrub'; readonly progress: number }
  | { readonly type: 'step'; readonly by: 1 | -1 }
  | { readonly type: 'style'; readonly style: RadarStyle }
  | { readonly type: 'viewport' }
  /** Time for the next frame. `playable` says for each frame whether its image can be shown. */
  | { readonly type: 'tick'; readonly playable: readonly boolean[] };

/** The step of an arrow key. */
const stepProgress = 5;

/** The newest frame of observed radar, the first one of a forecast. */
export function startingPlayback(style: RadarStyle): Playback {
  return { mode: 'static', progress: style === 'past' ? 100 : 0, style };
}

export function playback(state: Playback, action: PlaybackAction): Playback {
  switch (action.type) {
    case 'toggle':
      return { ...state, mode: state.mode === 'play' ? 'static' : 'play' };
    case 'scrub':
      return { ...state, mode: 'scrub', progress: clamp(action.progress) };
    case 'step':
      return { ...state, mode: 'scrub', progress: clamp(state.progress + action.by * stepProgress) };
    case 'style':
      return action.style === state.style ? state : startingPlayback(action.style);
    case 'viewport':
      return state.mode === 'static' ? state : { ...state, mode: 'static' };
    case 'tick':
      return state.mode === 'play'
        ? {
            ...state,
            progress: progressOf(nextFrame(state.progress, action.playable), action.playable.length),
          }
        : state;
  }
}

/** The index of the frame at a progress; -1 when there are none. */
export function frameAt(progress: number, count: number): number {
  return count === 0 ? -1 : Math.round((clamp(progress) / 100) * (count - 1));
}

/** The progress of a frame. */
export function progressOf(frame: number, count: number): number {
  return count <= 1 ? 100 : (Math.max(0, frame) / (count - 1)) * 100;
}

/**
 * The frame after the one at a progress, from the last on to the first, skipping frames that cannot be shown;
 * the same if there is no other.
 */
export function nextFrame(progress: number, playable: readonly boolean[]): number {
  const from = frameAt(progress, playable.length);
  for (let step = 1; step <= playable.length; step++) {
    const frame = (from + step) % playable.length;
    if (playable[frame]) return frame;
  }
  return from;
}

/** The frames with loaded images that are shown now and next, from a frame on, with an upper limit. */
export function framesSoon(
  from: number,
  states: readonly ('waiting' | 'ready' | 'missing')[],
  maximum: number,
): number[] {
  const soon: number[] = [];
  for (let step = 0; step < states.length && soon.length < maximum; step++) {
    const frame = (Math.max(0, from) + step) % states.length;
    if (states[frame] === 'ready') soon.push(frame);
  }
  return soon;
}

function clamp(progress: number): number {
  return Number.isFinite(progress) ? Math.min(100, Math.max(0, progress)) : 0;
}

/** Milliseconds a frame (spec 1 section 9). */
export const speedMs = { slow: 1_000, normal: 750, fast: 500, 'very-fast': 115 } as const;
export type PlaybackSpeed = keyof typeof speedMs;
export const opacities = { Low: 0.4, Medium: 0.6, High: 1 } as const;
