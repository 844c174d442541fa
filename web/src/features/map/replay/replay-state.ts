/**
 * The state of a replay: its area, its position, and whether it plays. Pure: time arrives as ticks. A replay
 * shows the past only; its last step is the instant of its request, and it stops there instead of continuing
 * into the present.
 */
import type { Point } from '../measure/measure.ts';

/** The area to replay. */
export interface ReplaySpot extends Point {
  /** The distance within which locations are listed. */
  readonly miles: number;
  /** 'Storm cell TBW A1', 'this view'. */
  readonly name: string;
}

export interface ReplayState {
  /** Null outside a replay. */
  readonly spot: ReplaySpot | null;
  /** 0 … `lastStep`. */
  readonly step: number;
  readonly playing: boolean;
  readonly speed: ReplaySpeed;
  /** The location whose circles are drawn; null for the first of the list. */
  readonly focusId: string | null;
  /** The number of replays started: each is requested separately. */
  readonly begun: number;
}

export type ReplayAction =
  | { readonly type: 'begin'; readonly spot: ReplaySpot; readonly playing: boolean }
  | { readonly type: 'leave' }
  | { readonly type: 'toggle' }
  | { readonly type: 'scrub'; readonly step: number }
  | { readonly type: 'skip'; readonly by: 1 | -1 }
  | { readonly type: 'speed'; readonly speed: ReplaySpeed }
  | { readonly type: 'focus'; readonly id: string }
  | { readonly type: 'tick' };

export const replayMinutes = 30;
/** Observation windows of a satellite are 20 seconds long: shorter steps would show nothing more. */
export const stepMs = 15_000;
export const lastStep = (replayMinutes * 60_000) / stepMs;
/** The step of an arrow key: five of a hundred, as on the radar bar. */
export const skipSteps = Math.round(lastStep * 0.05);
/** Milliseconds a step: half an hour in one minute, in 30 and in 12 seconds. */
export const replaySpeedMs = { slow: 500, normal: 250, fast: 100 } as const;
export type ReplaySpeed = keyof typeof replaySpeedMs;

export const noReplay: ReplayState = {
  spot: null,
  step: 0,
  playing: false,
  speed: 'normal',
  focusId: null,
  begun: 0,
};

export function replay(state: ReplayState, action: ReplayAction): ReplayState {
  if (action.type === 'begin') {
    return {
      ...noReplay,
      spot: action.spot,
      playing: action.playing,
      speed: state.speed,
      begun: state.begun + 1,
    };
  }
  if (state.spot === null) return state;
  switch (action.type) {
    case 'leave':
      return { ...noReplay, speed: state.speed, begun: state.begun };
    case 'toggle':
      // At the end it starts again.
      return state.playing
        ? { ...state, playing: false }
        : { ...state, playing: true, step: state.step >= lastStep ? 0 : state.step };
    case 'scrub':
      return { ...state, playing: false, step: clamp(action.step) };
    case 'skip':
      return { ...state, playing: false, step: clamp(state.step + action.by * skipSteps) };
    case 'speed':
      return { ...state, speed: action.speed };
    case 'focus':
      return { ...state, focusId: action.id };
    case 'tick': {
      if (!state.playing) return state;
      const step = clamp(state.step + 1);
      return { ...state, step, playing: step < lastStep };
    }
  }
}

/** The instant of a step of a replay that ends at `toMs`, epoch ms. */
export function instantOf(step: number, toMs: number): number {
  return toMs - (lastStep - clamp(step)) * stepMs;
}

/**
 * The radius in miles around the middle of a view that contains it, within the limit of a replay (the server
 * adds 50 for strikes).
 */
export function milesOfView(halfDiagonalMiles: number): number {
  return Math.round(Math.min(250, Math.max(50, halfDiagonalMiles)));
}

function clamp(step: number): number {
  return Number.isFinite(step) ? Math.min(lastStep, Math.max(0, Math.round(step))) : 0;
}
