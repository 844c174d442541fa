// Puts the parts of the map together; each part has a file of its own.
import type { Location, MapSettings } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useBaseMap } from './base-map/use-base-map.ts';
import { LeftControls, RightControls } from './controls/ControlClusters.tsx';
import { SidePanel } from './controls/SidePanel.tsx';
import { useFullScreen } from './controls/use-full-screen.ts';
import type { Clicked, LiveMapHandle } from './LiveMap.tsx';
import classes from './LiveRadar.module.css';
import { MapLayers } from './MapLayers.tsx';
import { paints } from './map-paint.ts';
import { MeasureReading } from './measure/MeasureReading.tsx';
import type { Point } from './measure/measure.ts';
import { LayerNotes } from './notes/LayerNotes.tsx';
import { RadarControls } from './radar/RadarControls.tsx';
import { useRadar } from './radar/use-radar.ts';
import { useRadarKeys } from './radar/use-radar-keys.ts';
import { ReplayControls } from './replay/ReplayControls.tsx';
import { ReplayLayers } from './replay/ReplayLayers.tsx';
import { replaySpotOf, useStormReplay } from './replay/use-storm-replay.ts';
import type { MapLink } from './settings/map-link.ts';
import { choicesFrom, choose } from './settings/map-settings.ts';
import { useSavedSettings } from './settings/use-saved-settings.ts';
import { StrikeSummary } from './strikes/StrikeSummary.tsx';
import { nearestStrike, propertiesOf } from './strikes/strike-points.ts';
import { useLayers } from './use-layers.ts';
import type { MapView } from './view.ts';

const LiveMap = lazy(() => import('./LiveMap.tsx'));

interface LiveRadarProps {
  locations: readonly Location[];
  selected: Location | null;
  settings: MapSettings;
  link: MapLink;
  onSelect: (id: string) => void;
  onLayers: (layers: MapSettings['overlays']) => void;
}

/** The Live Radar screen (spec 1 section 2.10). */
export function LiveRadar({ locations, selected, settings, link, onSelect, onLayers }: LiveRadarProps) {
  const [chosen, choose_] = useReducer(choose, settings, (saved) =>
    choicesFrom(link.layers ? { ...saved, overlays: [...link.layers] } : saved),
  );
  const [view, setView] = useState<MapView | null>(null);
  const [handle, setHandle] = useState<LiveMapHandle | null>(null);
  const [full, toggleFull] = useFullScreen();
  const [clicked, setClicked] = useState<Clicked | null>(null);
  const [measured, setMeasured] = useState<readonly Point[]>([]);

  const baseMap = useBaseMap(chosen.base);
  const { tone } = baseMap;
  const choices = { ...chosen, base: baseMap.base };
  const { overlays, action } = choices;
  const paint = paints[tone];
  const timeZone = selected?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

  const radar = useRadar(choices, view, link.timeMs);
  const { play, styles, style } = radar;
  const layers = useLayers(overlays, view, timeZone);
  const replay = useStormReplay({
    ...{ view, inUs: radar.inUs, timeZone, selectedId: selected?.id ?? null },
    onBegin: () => {
      play({ type: 'viewport' });
      setClicked(null);
    },
  });
  useRadarKeys(radar.isShown && !replay.isOn, play);
  useSavedSettings(chosen, view, onLayers);
  const notes = [...layers.notes, baseMap.note].filter((note) => note !== null);
  const credits = [radar.list?.attribution, ...layers.credits, ...replay.attributions].filter(
    (credit) => credit !== undefined,
  );

  const replayView = () => view && replay.begin(replaySpotOf(view));
  const { strikes } = layers.drawn;
  const click = (there: Clicked) => {
    if (replay.isOn) return;
    if (action === 'measure') return setMeasured((points) => [...points, there.at]);
    if (action === 'observation') return setClicked({ ...there, layer: 'observation', properties: {} });
    const strike =
      strikes?.kind === 'points'
        ? nearestStrike(strikes.strikes.points, there.at, there.degreesPerPx, 11)
        : null;
    if (strike) return setClicked({ ...there, layer: 'strikes', properties: propertiesOf(strike) });
    if (there.layer === 'strikes' && Number(there.properties.Count) > 1) return handle?.zoomBy(2);
    setClicked(there.layer !== null || overlays.includes('nws-alerts') ? there : null);
  };
  const showAll = (all: boolean) => {
    choose_({ type: 'all-locations', on: all });
    if (all) handle?.fit(locations);
  };
  // Another location is another view; the first one is where the map begins.
  const centred = useRef(selected?.id);
  useEffect(() => {
    if (!selected || !handle || centred.current === selected.id) return;
    centred.current = selected.id;
    handle.centre(selected);
  }, [selected, handle]);
  const moved = useCallback(() => play({ type: 'viewport' }), [play]);
  const ready = useCallback((made: LiveMapHandle) => setHandle(made), []);

  return (
    <div className={classes.screen} data-full={full || undefined}>
      <div className={classes.stage} data-replay={replay.isOn || undefined}>
        <Suspense fallback={<Skeleton height="100%" radius={0} role="status" aria-label="Loading the map" />}>
          <LiveMap
            tone={tone}
            other={baseMap.style}
            onOther={baseMap.dispatch}
            begin={link.locationId || settings.view === null ? selected : settings.view}
            busyWith={action}
            attributions={[...new Set(credits)]}
            onView={setView}
            onMove={moved}
            onClick={click}
            onReady={ready}
          >
            <MapLayers
              {...{ choices, paint, timeZone, selected, locations, measured, clicked }}
              {...layers.drawn}
              {...{ images: radar.images, frame: radar.frame, showsImages: radar.isShown }}
              replay={
                replay.isOn ? <ReplayLayers replay={replay} paint={paint} opacity={choices.opacity} /> : null
              }
              onReplay={replay.begin}
              onSelect={onSelect}
              onClosePopup={() => setClicked(null)}
            />
          </LiveMap>
        </Suspense>
        <LeftControls
          choices={choices}
          choose={choose_}
          baseNames={baseMap.names}
          paint={paint}
          onReplay={view && replayView}
          roads={
            overlays.includes('road-conditions')
              ? { legend: radar.list?.legend, note: radar.list?.note }
              : null
          }
        />
        <RightControls
          {...{ choices, choose: choose_, full, handle, selected }}
          onFull={toggleFull}
          onAll={showAll}
          onObserve={() => {
            setClicked(null);
            choose_({ type: 'action', action: 'observation' });
          }}
          onMeasure={() => {
            setMeasured([]);
            setClicked(null);
            choose_({ type: 'action', action: 'measure' });
          }}
        />
        <LayerNotes notes={notes}>
          {action === 'measure' && <MeasureReading points={measured} onClear={() => setMeasured([])} />}
        </LayerNotes>
        {strikes && (
          <StrikeSummary strikes={strikes} isFiniteReading={layers.lightningIsObserved} timeZone={timeZone} />
        )}
        {radar.isShown && <RadarControls {...radar} {...{ choices, choose: choose_, timeZone }} />}
        <ReplayControls replay={replay} handle={handle} timeZone={timeZone} />
      </div>
      {full && (
        <SidePanel
          {...{ choices, choose: choose_, baseNames: baseMap.names, locations, selected, styles, style }}
          onFull={toggleFull}
          onAll={showAll}
          onSelect={onSelect}
          onReplay={view && replayView}
        />
      )}
    </div>
  );
}
