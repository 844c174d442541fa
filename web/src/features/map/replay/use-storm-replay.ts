import { distanceMiles } from '@allclear/domain';
import { useReducedMotion } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type Dispatch, useCallback, useEffect, useMemo, useReducer, useRef } from 'react';
import { mapKeys } from '../../../api/query-keys/map.ts';
import { routes } from '../../../api/routes.ts';
import { useApi } from '../../../services.ts';
import { type RadarImages, useRadarImages } from '../radar/use-frame-images.ts';
import { useRadarKeys } from '../radar/use-radar-keys.ts';
import { useRadarList } from '../use-map-data.ts';
import { type MapView, middleOf } from '../view.ts';
import { frameBefore, readRecording, type Scene, sceneAt } from './replay-scene.ts';
import {
  instantOf,
  milesOfView,
  noReplay,
  type ReplayAction,
  type ReplaySpot,
  type ReplayState,
  replay,
  replayMinutes,
  replaySpeedMs,
} from './replay-state.ts';

export interface StormReplayView {
  readonly isOn: boolean;
  readonly state: ReplayState;
  readonly dispatch: Dispatch<ReplayAction>;
  begin(spot: ReplaySpot): void;
  /** Null until the answer has arrived. */
  readonly scene: Scene | null;
  /** The distance from the spot within which strikes are replayed. */
  readonly strikeMiles: number | null;
  readonly locationsLeftOut: number;
  /** The location whose circles are drawn. */
  readonly focusId: string | null;
  readonly radar: {
    readonly images: RadarImages;
    readonly frame: number;
    readonly note: string | null;
    readonly isLoading: boolean;
  };
  readonly attributions: readonly string[];
  readonly failed: boolean;
  retry(): void;
}

interface Needs {
  view: MapView | null;
  inUs: boolean;
  timeZone: string;
  selectedId: string | null;
  /** Stops updates of the present. */
  onBegin: () => void;
}

/** The replay of a storm: the data requested once at its start, its position, and what it shows there. */
export function useStormReplay({ view, inUs, timeZone, selectedId, onBegin }: Needs): StormReplayView {
  const still = useReducedMotion();
  const [state, dispatch] = useReducer(replay, noReplay);
  const { spot, step } = state;
  const isOn = spot !== null;

  const requested = useStormReplayAnswer(state, selectedId);
  const recording = useMemo(
    () => (isOn && requested.data ? readRecording(requested.data) : null),
    [isOn, requested.data],
  );
  const atMs = recording && instantOf(step, recording.toMs);
  const scene = useMemo(
    () => (recording && atMs !== null ? sceneAt(recording, atMs, timeZone) : null),
    [recording, atMs, timeZone],
  );

  const list = useRadarList(inUs ? 'past' : 'international', isOn);
  const past = useMemo(() => {
    if (!recording || !list.data) return undefined;
    const frames = list.data.frames.filter(
      ({ time }) => Date.parse(time) <= recording.toMs && Date.parse(time) >= recording.fromMs - 15 * 60_000,
    );
    return { ...list.data, frames };
  }, [recording, list.data]);
  const index = past && atMs !== null ? frameBefore(past.frames, atMs) : -1;
  const images = useRadarImages(past, isOn ? view : null, index, true);
  const image = index < 0 ? 'missing' : (images.states[index] ?? 'waiting');

  const next = past && recording ? frameBefore(past.frames, instantOf(step + 1, recording.toMs)) : -1;
  const isNextReady = next < 0 || images.states[next] !== 'waiting';
  useReplayTicks(state, recording !== null, isNextReady, dispatch);

  const press = useCallback((action: Parameters<Parameters<typeof useRadarKeys>[1]>[0]) => {
    if (action.type === 'toggle') dispatch({ type: 'toggle' });
    else if (action.type === 'step') dispatch({ type: 'skip', by: action.by });
  }, []);
  useRadarKeys(isOn, press);
  useLeaveByEscape(isOn, dispatch);

  const { refetch } = requested;
  return {
    isOn,
    state,
    dispatch,
    scene,
    begin: (wanted) => {
      onBegin();
      dispatch({ type: 'begin', spot: wanted, playing: !still });
    },
    strikeMiles: recording?.answer.strikeMiles ?? null,
    locationsLeftOut: recording?.answer.locationsLeftOut ?? 0,
    focusId: state.focusId ?? scene?.locations[0]?.id ?? null,
    radar: {
      images,
      frame: image === 'ready' ? index : -1,
      isLoading: isOn && !list.isError && image === 'waiting' && index >= 0,
      note:
        recording === null
          ? null
          : radarNote(
              list.isError && !list.data,
              past !== undefined && index < 0,
              index >= 0 && image === 'missing',
            ),
    },
    attributions: recording
      ? [past?.attribution, requested.data?.cellAttribution].filter(
          (text): text is string => typeof text === 'string' && text !== '',
        )
      : [],
    failed: isOn && requested.isError,
    retry: useCallback(() => void refetch(), [refetch]),
  };
}

/** The server's answer for the started replay; nothing is requested without one. */
function useStormReplayAnswer({ spot, begun }: ReplayState, selectedId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: mapKeys.stormReplay.of(begun),
    queryFn: ({ signal }) => {
      if (!spot) throw new Error('A replay is asked for without a place');
      const { latitude, longitude, miles } = spot;
      const query = { latitude: fine(latitude), longitude: fine(longitude), miles, minutes: replayMinutes };
      return api.call(routes.stormReplay, {
        query: selectedId === null ? query : { ...query, selected: selectedId },
        signal,
      });
    },
    enabled: spot !== null,
    // A replay ends at the instant of its request; the next one is requested separately.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
}

/** Plays at the selected speed while the recording is loaded. */
function useReplayTicks(
  { playing, speed }: ReplayState,
  hasRecording: boolean,
  isNextReady: boolean,
  dispatch: Dispatch<ReplayAction>,
): void {
  const latest = useRef({ isNextReady });
  latest.current = { isNextReady };
  useEffect(() => {
    if (!playing || !hasRecording) return;
    // A frame never represents another one: playback waits for the next image.
    const timer = setInterval(
      () => latest.current.isNextReady && dispatch({ type: 'tick' }),
      replaySpeedMs[speed],
    );
    return () => clearInterval(timer);
  }, [playing, hasRecording, speed, dispatch]);
}

/** A replay of the current view, around its middle. */
export function replaySpotOf(view: MapView): ReplaySpot {
  const middle = middleOf(view);
  const corner = {
    latitude: view.top,
    longitude: middle.longitude + Math.min(180, (view.right - view.left) / 2),
  };
  return {
    ...middle,
    miles: milesOfView(distanceMiles(middle, corner) ?? Number.POSITIVE_INFINITY),
    name: 'the last 30 minutes of this view',
  };
}

function radarNote(failed: boolean, none: boolean, missing: boolean): string | null {
  if (failed) return 'There is no radar to show here.';
  if (none) return 'There is no radar picture of this time.';
  return missing ? 'The radar picture of this time is missing: rain may not be shown.' : null;
}

/** Escape leaves, wherever the focus is; the focus then returns to where the replay was started. */
function useLeaveByEscape(isOn: boolean, dispatch: Dispatch<ReplayAction>): void {
  useEffect(() => {
    if (!isOn) return;
    const before = document.activeElement;
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) dispatch({ type: 'leave' });
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      if (before instanceof HTMLElement && before.isConnected)
        setTimeout(() => before.focus({ preventScroll: true }));
    };
  }, [isOn, dispatch]);
}

function fine(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4;
}
