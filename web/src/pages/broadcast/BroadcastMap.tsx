import type { Location } from '@allclear/contract';
import type { PlaceAnswerKind } from '@allclear/domain';
import { Skeleton, useComputedColorScheme } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useReducer, useState } from 'react';
import { useBaseMap } from '../../features/map/base-map/use-base-map.ts';
import type { LiveMapHandle } from '../../features/map/LiveMap.tsx';
import { paints } from '../../features/map/map-paint.ts';
import { LayerNotes } from '../../features/map/notes/LayerNotes.tsx';
import { RadarBar } from '../../features/map/radar/RadarBar.tsx';
import { failureOf } from '../../features/map/radar/RadarControls.tsx';
import { RadarLayer } from '../../features/map/radar/RadarLayer.tsx';
import { framesOf } from '../../features/map/radar/use-playback.ts';
import { useRadar } from '../../features/map/radar/use-radar.ts';
import { useRadarKeys } from '../../features/map/radar/use-radar-keys.ts';
import {
  choose as applyChoice,
  choicesFrom,
  initialSettings,
} from '../../features/map/settings/map-settings.ts';
import { StrikeDots } from '../../features/map/strikes/StrikeDots.tsx';
import { StrikeLayer } from '../../features/map/strikes/StrikeLayer.tsx';
import { strikeData } from '../../features/map/strikes/strikes.ts';
import { useLayers } from '../../features/map/use-layers.ts';
import type { MapView } from '../../features/map/view.ts';
import type { PlacesShown } from '../places/PlaceList.tsx';
import { drawPlaceImage } from '../places/place-images.ts';
import classes from './Broadcast.module.css';
import { BroadcastControls } from './BroadcastControls.tsx';

const LiveMap = lazy(() => import('../../features/map/LiveMap.tsx'));
const PlacePoints = lazy(() =>
  import('../places/PlacePoints.tsx').then((module) => ({ default: module.PlacePoints })),
);
const PlacePopup = lazy(() =>
  import('../places/PlacePoints.tsx').then((module) => ({ default: module.PlacePopup })),
);

/** The radar bar, which lies over the map with its margin, CSS px. */
const radarBarPx = 90;

interface BroadcastMapProps extends Pick<PlacesShown, 'viewOf'> {
  places: readonly Location[];
  kindOf: (id: string) => PlaceAnswerKind;
  /** What is wrong with the list of places; null for nothing. */
  note: string | null;
}

/** Radar, lightning and the places in their states. */
export function BroadcastMap({ places, kindOf, viewOf, note }: BroadcastMapProps) {
  const map = useBroadcastMap(places);
  const { choices, choose, baseMap, radar, strikes, clusters, paint, timeZone } = map;
  const { playback, play, list, images } = radar;
  const { index, frame, loaded } = framesOf(list, playback.progress, images.states);
  const chosen = places.find(({ id }) => id === map.chosenId);
  const notes = [note, ...map.notes].filter((one) => one !== null);
  return (
    <>
      <Suspense fallback={<Skeleton height="100%" radius={0} role="status" aria-label="Loading the map" />}>
        <LiveMap
          tone={baseMap.tone}
          other={baseMap.style}
          onOther={baseMap.dispatch}
          begin={places[0] ?? null}
          busyWith={null}
          attributions={map.credits}
          drawImage={drawPlaceImage}
          onView={map.setView}
          onMove={map.moved}
          onClick={map.click}
          onReady={map.ready}
        >
          {radar.isShown && <RadarLayer images={images} frame={radar.frame} opacity={choices.opacity} />}
          {clusters && <StrikeLayer data={clusters} paint={paint} />}
          {strikes?.kind === 'points' && <StrikeDots points={strikes.strikes.points} paint={paint} />}
          <PlacePoints places={places} kindOf={kindOf} tone={baseMap.tone} />
          {chosen && <PlacePopup place={chosen} viewOf={viewOf} onClose={() => map.choosePlace(null)} />}
        </LiveMap>
      </Suspense>
      <LayerNotes notes={notes} />
      <BroadcastControls choices={choices} choose={choose} baseNames={baseMap.names} />
      <p className={classes.powered}>Powered by Allclear Weather</p>
      {radar.isShown && (
        <RadarBar
          {...{ playback, frame, loaded, timeZone }}
          name="Past radar"
          shown={images.states[index] === 'ready'}
          stale={list?.stale ?? false}
          failure={failureOf(radar, 'radar', images.states[index] === 'missing')}
          onToggle={() => play({ type: 'toggle' })}
          onScrub={(progress) => play({ type: 'scrub', progress })}
        >
          {null}
        </RadarBar>
      )}
    </>
  );
}

/** The state of the map and its actions. */
function useBroadcastMap(places: readonly Location[]) {
  // The first map that is drawn is the one of the page already.
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const [chosen, choose] = useReducer(applyChoice, initialSettings, (settings) =>
    choicesFrom({ ...settings, baseLayerStyle: scheme }),
  );
  const [view, setView] = useState<MapView | null>(null);
  const [handle, setHandle] = useState<LiveMapHandle | null>(null);
  const [chosenId, choosePlace] = useState<string | null>(null);
  const baseMap = useBaseMap(chosen.base);
  const choices = { ...chosen, base: baseMap.base };
  const timeZone = places[0]?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const radar = useRadar(choices, view, null);
  const { play } = radar;
  const layers = useLayers(choices.overlays, view, timeZone);
  const { strikes } = layers.drawn;
  const clusters = useMemo(
    () => (strikes?.kind === 'clusters' ? strikeData(strikes.strikes, strikes.answeredAtMs) : null),
    [strikes],
  );
  useRadarKeys(radar.isShown, play);
  const ids = places
    .map(({ id }) => id)
    .sort()
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: their order changes with their states
  useEffect(() => handle?.fit(places, radarBarPx), [handle, ids]);
  return {
    choices,
    choose,
    baseMap,
    paint: paints[baseMap.tone],
    timeZone,
    radar,
    strikes,
    clusters,
    notes: [...layers.notes, baseMap.note],
    credits: [radar.list?.attribution, ...layers.credits].filter((credit) => credit !== undefined),
    chosenId,
    choosePlace,
    setView,
    ready: useCallback((made: LiveMapHandle) => setHandle(made), []),
    moved: useCallback(() => play({ type: 'viewport' }), [play]),
    click: useCallback(
      ({ layer, properties }: { layer: string | null; properties: Record<string, unknown> }) =>
        choosePlace(layer === 'place-points' ? String(properties.id) : null),
      [],
    ),
  };
}
