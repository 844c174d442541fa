// Composes the parts of the map; each part has its own file.
import type { Location, MapSettings } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { type Dispatch, lazy, Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { useBaseMap } from './base-map/use-base-map.ts';
import { LeftControls, RightControls } from './controls/ControlClusters.tsx';
import { SidePanel } from './controls/SidePanel.tsx';
import { useFullScreen } from './controls/use-full-screen.ts';
import type { Clicked, LiveMapHandle } from './LiveMap.tsx';
import classes from './LiveRadar.module.css';
import { MapLayers } from './MapLayers.tsx';
import { paints } from './map-paint.ts';
import { MeasureReading } from './measure/MeasureReading.tsx';
import { LayerNotes } from './notes/LayerNotes.tsx';
import { RadarControls } from './radar/RadarControls.tsx';
import { useRadar } from './radar/use-radar.ts';
import { useRadarKeys } from './radar/use-radar-keys.ts';
import { ReplayControls } from './replay/ReplayControls.tsx';
import { ReplayLayers } from './replay/ReplayLayers.tsx';
import { replaySpotOf, useStormReplay } from './replay/use-storm-replay.ts';
import type { MapLink } from './settings/map-link.ts';
import { choose as applyChoice, type ChoiceAction, choicesFrom } from './settings/map-settings.ts';
import { useSavedSettings } from './settings/use-saved-settings.ts';
import { StrikeSummary } from './strikes/StrikeSummary.tsx';
import { useLayers } from './use-layers.ts';
import { useMapClicks } from './use-map-clicks.ts';
import type { MapView } from './view.ts';
import type { ZoneStates } from './zone-rings.ts';

const LiveMap = lazy(() => import('./LiveMap.tsx'));

interface LiveRadarProps {
  locations: readonly Location[];
  selected: Location | null;
  /** The states of the selected location's zones. */
  zoneStates: ZoneStates;
  settings: MapSettings;
  link: MapLink;
  onSelect: (id: string) => void;
  onLayers: (layers: MapSettings['overlays']) => void;
}

/** The Live Radar screen (spec 1 section 2.10). */
export function LiveRadar(props: LiveRadarProps) {
  const { locations, selected, zoneStates, settings, link, onSelect, onLayers } = props;
  const screen = useLiveRadar({ locations, selected, settings, link, onLayers });
  const { choices, choose, baseMap, paint, timeZone, radar, layers, replay, handle, clicks } = screen;
  const { full, toggleFull, showAll, replayView, observe, measure } = screen;
  const { styles, style } = radar;
  const { overlays, action } = choices;
  const { strikes } = layers.drawn;

  return (
    <div className={classes.screen} data-full={full || undefined}>
      <div className={classes.stage} data-replay={replay.isOn || undefined}>
        <MapStage {...{ screen, locations, selected, zoneStates, settings, link, onSelect }} />
        <LeftControls
          choices={choices}
          choose={choose}
          baseNames={baseMap.names}
          paint={paint}
          onReplay={replayView}
          roads={
            overlays.includes('road-conditions')
              ? { legend: radar.list?.legend, note: radar.list?.note }
              : null
          }
        />
        <RightControls
          {...{ choices, choose, full, handle, selected }}
          onFull={toggleFull}
          onAll={showAll}
          onObserve={observe}
          onMeasure={measure}
        />
        <LayerNotes notes={screen.notes}>
          {action === 'measure' && <MeasureReading points={clicks.measured} onClear={clicks.clearMeasured} />}
        </LayerNotes>
        {strikes && (
          <StrikeSummary strikes={strikes} isFiniteReading={layers.lightningIsObserved} timeZone={timeZone} />
        )}
        {radar.isShown && <RadarControls {...radar} {...{ choices, choose, timeZone }} />}
        <ReplayControls replay={replay} handle={handle} timeZone={timeZone} />
      </div>
      {full && (
        <SidePanel
          {...{ choices, choose, baseNames: baseMap.names, locations, selected, styles, style }}
          onFull={toggleFull}
          onAll={showAll}
          onSelect={onSelect}
          onReplay={replayView}
        />
      )}
    </div>
  );
}

/** The state of the screen and its actions. */
function useLiveRadar({
  locations,
  selected,
  settings,
  link,
  onLayers,
}: Omit<LiveRadarProps, 'onSelect' | 'zoneStates'>) {
  const [chosen, choose] = useReducer(applyChoice, settings, (saved) =>
    choicesFrom(link.layers ? { ...saved, overlays: [...link.layers] } : saved),
  );
  const [view, setView] = useState<MapView | null>(null);
  const [handle, setHandle] = useState<LiveMapHandle | null>(null);
  const [full, toggleFull] = useFullScreen();
  const clicks = useMapClicks();

  const baseMap = useBaseMap(chosen.base);
  const { tone } = baseMap;
  const choices = { ...chosen, base: baseMap.base };
  const { overlays, action } = choices;
  const paint = paints[tone];
  const timeZone = selected?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

  const radar = useRadar(choices, view, link.timeMs);
  const { play } = radar;
  const layers = useLayers(overlays, view, timeZone);
  const replay = useStormReplay({
    view,
    inUs: radar.inUs,
    timeZone,
    selectedId: selected?.id ?? null,
    onBegin: () => {
      play({ type: 'viewport' });
      clicks.close();
    },
  });
  useRadarKeys(radar.isShown && !replay.isOn, play);
  useSavedSettings(chosen, view, onLayers);
  useTheme(settings.baseLayerStyle, choose);
  const notes = [...layers.notes, baseMap.note].filter((note) => note !== null);
  const credits = [radar.list?.attribution, ...layers.credits, ...replay.attributions].filter(
    (credit) => credit !== undefined,
  );

  const replayView = view && (() => replay.begin(replaySpotOf(view)));
  const { strikes } = layers.drawn;
  const click = (there: Clicked) => {
    if (!replay.isOn) clicks.click(there, { action, overlays, strikes, handle });
  };
  const showAll = (all: boolean) => {
    choose({ type: 'all-locations', on: all });
    if (all) handle?.fit(locations);
  };
  useCenterOn(selected, handle);
  const moved = useCallback(() => play({ type: 'viewport' }), [play]);
  const ready = useCallback((made: LiveMapHandle) => setHandle(made), []);
  const observe = () => {
    clicks.close();
    choose({ type: 'action', action: 'observation' });
  };
  const measure = () => {
    clicks.clearMeasured();
    clicks.close();
    choose({ type: 'action', action: 'measure' });
  };
  return {
    choices,
    choose,
    baseMap,
    paint,
    timeZone,
    radar,
    layers,
    replay,
    notes,
    credits,
    handle,
    clicks,
    full,
    toggleFull,
    showAll,
    replayView,
    click,
    moved,
    ready,
    setView,
    observe,
    measure,
  };
}

/** When the theme of the page changes, the plain map changes with it. */
function useTheme(base: MapSettings['baseLayerStyle'], choose: Dispatch<ChoiceAction>): void {
  const before = useRef(base);
  useEffect(() => {
    if (before.current === base) return;
    before.current = base;
    choose({ type: 'base', base });
  }, [base, choose]);
}

/** Another location moves the view; the first one sets the initial view. */
function useCenterOn(selected: Location | null, handle: LiveMapHandle | null): void {
  const centerd = useRef(selected?.id);
  useEffect(() => {
    if (!selected || !handle || centerd.current === selected.id) return;
    centerd.current = selected.id;
    handle.center(selected);
  }, [selected, handle]);
}

/** The map and its layers. */
function MapStage({
  screen,
  locations,
  selected,
  zoneStates,
  settings,
  link,
  onSelect,
}: Omit<LiveRadarProps, 'onLayers'> & { screen: ReturnType<typeof useLiveRadar> }) {
  const { choices, baseMap, paint, timeZone, radar, layers, replay, clicks } = screen;
  return (
    <Suspense fallback={<Skeleton height="100%" radius={0} role="status" aria-label="Loading the map" />}>
      <LiveMap
        tone={baseMap.tone}
        other={baseMap.style}
        onOther={baseMap.dispatch}
        begin={link.locationId || settings.view === null ? selected : settings.view}
        busyWith={choices.action}
        attributions={[...new Set(screen.credits)]}
        onView={screen.setView}
        onMove={screen.moved}
        onClick={screen.click}
        onReady={screen.ready}
      >
        <MapLayers
          {...{ choices, paint, timeZone, selected, zoneStates, locations }}
          {...{ measured: clicks.measured, clicked: clicks.clicked }}
          {...layers.drawn}
          {...{ images: radar.images, frame: radar.frame, showsImages: radar.isShown }}
          replay={
            replay.isOn ? <ReplayLayers replay={replay} paint={paint} opacity={choices.opacity} /> : null
          }
          onReplay={replay.begin}
          onSelect={onSelect}
          onClosePopup={clicks.close}
        />
      </LiveMap>
    </Suspense>
  );
}
