import { useEffect, useRef } from 'react';
import { type Choices, isInUs, stylesFor } from '../settings/map-settings.ts';
import { useRadarList } from '../use-map-data.ts';
import { type MapView, middleOf } from '../view.ts';
import { frameAt, progressOf } from './playback.ts';
import { useRadarImages } from './use-frame-images.ts';
import { usePlayback, useTicks } from './use-playback.ts';

/**
 * The radar (or the roads) of a view: its available types, the frames of the selected one, the playback state
 * and the images. `linkTimeMs` is the instant in a link, null for none.
 */
export function useRadar(
  { overlays, radarStyle, speed }: Choices,
  view: MapView | null,
  linkTimeMs: number | null,
) {
  const isOfRoads = overlays.includes('road-conditions');
  const isShown = isOfRoads || overlays.includes('radar');
  const inUs = view === null || isInUs(middleOf(view));
  const styles = stylesFor(overlays, inUs);
  const style = styles.includes(radarStyle) ? radarStyle : styles[0];
  const answer = useRadarList(inUs || isOfRoads ? style : 'international', isShown && view !== null);
  const list = isShown ? answer.data : undefined;
  const [playback, play] = usePlayback(style);
  const frame = frameAt(playback.progress, list?.frames.length ?? 0);
  const images = useRadarImages(list, view, frame, playback.mode !== 'static');
  useTicks(playback.mode === 'play', speed, playback.progress, images, (playable) =>
    play({ type: 'tick', playable }),
  );
  useTimeOfLink(linkTimeMs, list?.frames, (progress) => play({ type: 'scrub', progress }));
  return { inUs, styles, style, isShown, list, failed: answer.isError, playback, play, frame, images };
}

/** Shows the frame nearest to the instant in a link, once its list has arrived. */
function useTimeOfLink(
  timeMs: number | null,
  frames: readonly { time: string }[] | undefined,
  scrub: (progress: number) => void,
) {
  const done = useRef(timeMs === null);
  const latest = useRef(scrub);
  latest.current = scrub;
  useEffect(() => {
    if (done.current || timeMs === null || !frames || frames.length === 0) return;
    done.current = true;
    const away = frames.map(({ time }) => Math.abs(Date.parse(time) - timeMs));
    latest.current(progressOf(away.indexOf(Math.min(...away)), frames.length));
  }, [timeMs, frames]);
}
