// Puts the parts of the map together; each part has a file of its own.
import type { Location, MapSettings } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { LeftControls, RightControls } from './ControlClusters.tsx';
import { choicesFrom, choose, isInUs, settingsFrom, stylesFor } from './choices.ts';
import { LayerNotes } from './LayerNotes.tsx';
import type { Clicked, LiveMapHandle } from './LiveMap.tsx';
import classes from './LiveRadar.module.css';
import { MapLayers } from './MapLayers.tsx';
import { MeasureReading } from './MeasureReading.tsx';
import type { MapLink } from './map-link.ts';
import { paints } from './map-paint.ts';
import type { Point } from './measure.ts';
import { lightningNote, listNote } from './notes.ts';
import { frameAt, progressOf } from './playback.ts';
import { RadarControls } from './RadarControls.tsx';
import { ReplayControls } from './replay/ReplayControls.tsx';
import { ReplayLayers } from './replay/ReplayLayers.tsx';
import { replaySpotOf, useStormReplay } from './replay/use-storm-replay.ts';
import { SidePanel } from './SidePanel.tsx';
import { StrikeSummary } from './StrikeSummary.tsx';
import { nearestStrike, propertiesOf } from './strike-points.ts';
import { useAlertShapes } from './use-alert-shapes.ts';
import { useBaseMap } from './use-base-map.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useFronts, useKeepMapSettings, useMapAlerts, useRadarList, useStormCells, useStrikes, useTropical } from './use-map-data.ts';
import { usePlayback, useTicks } from './use-playback.ts';
import { useRadarKeys } from './use-radar-keys.ts';
import { useRadarPictures } from './use-radar-pictures.ts';
import { useSlowNow } from './use-slow-now.ts';
import { type MapView, middleOf } from './view.ts';

const LiveMap = lazy(() => import('./LiveMap.tsx'));
const keepAfterMs = 1_000;

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
  const [chosen, choose_] = useReducer(choose, settings, (kept) => choicesFrom(link.layers ? { ...kept, overlays: [...link.layers] } : kept));
  const [view, setView] = useState<MapView | null>(null);
  const [handle, setHandle] = useState<LiveMapHandle | null>(null);
  const [full, toggleFull] = useFullScreen();
  const [clicked, setClicked] = useState<Clicked | null>(null);
  const [measured, setMeasured] = useState<readonly Point[]>([]);
  const nowMs = useSlowNow(2_000) ?? 0;

  const baseMap = useBaseMap(chosen.base);
  const { tone } = baseMap;
  const choices = { ...chosen, base: baseMap.base };
  const { overlays, action, speed } = choices;
  const paint = paints[tone];
  const timeZone = selected?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const on = (layer: MapSettings['overlays'][number]) => overlays.includes(layer);

  const inUs = view === null || isInUs(middleOf(view));
  const styles = stylesFor(overlays, inUs);
  const style = styles.includes(choices.radarStyle) ? choices.radarStyle : styles[0]!;
  const showsPictures = on('radar') || on('road-conditions');
  const radar = useRadarList(inUs || on('road-conditions') ? style : 'international', showsPictures && view !== null);
  const [playback, play] = usePlayback(style);
  const list = showsPictures ? radar.data : undefined;
  const wanted = frameAt(playback.progress, list?.frames.length ?? 0);
  const pictures = useRadarPictures(list, view, wanted, playback.mode !== 'static');
  useTicks(playback.mode === 'play', speed, playback.progress, pictures, (playable) => play({ type: 'tick', playable }));
  const replay = useStormReplay({
    ...{ view, inUs, timeZone, selectedId: selected?.id ?? null },
    onBegin: () => {
      play({ type: 'viewport' });
      setClicked(null);
    },
  });
  useRadarKeys(showsPictures && !replay.isOn, play);
  useTimeOfLink(link.timeMs, list?.frames, (progress) => play({ type: 'scrub', progress }));

  const strikes = useStrikes(view, on('lightning'));
  const cells = useStormCells(on('storm-vectors'));
  const alerts = useMapAlerts(on('nws-alerts'));
  const tropical = useTropical(on('tropical-forecast') || on('tropical-models'));
  const fronts = useFronts(on('surface-analysis'));
  const alertAreas = useAlertShapes(on('nws-alerts') ? alerts.data?.alerts : undefined);

  const keep = useKeepMapSettings();
  const latest = useRef({ keep, onLayers });
  latest.current = { keep, onLayers };
  useEffect(() => latest.current.onLayers([...overlays]), [overlays]);
  useEffect(() => {
    if (view === null) return;
    const place = { ...middleOf(view), zoom: view.zoom };
    const timer = setTimeout(() => latest.current.keep(settingsFrom(chosen, place)), keepAfterMs);
    return () => clearTimeout(timer);
  }, [chosen, view]);

  const standing = { nowMs, timeZone };
  const ofLightning = on('lightning') ? lightningNote(strikes, standing) : null;
  const notes = [
    ofLightning,
    on('storm-vectors') ? listNote('Storm cells', cells, standing) : null,
    on('nws-alerts') ? listNote('NWS alerts', alerts, standing) : null,
    on('nws-alerts') ? alertAreas.note : null,
    on('tropical-forecast') || on('tropical-models') ? listNote('Tropical systems', tropical, standing) : null,
    on('surface-analysis')
      ? listNote(
          'Surface analysis',
          { data: fronts.data && { asOf: fronts.data.validAt, stale: fronts.data.stale }, isError: fronts.isError },
          standing,
        )
      : null,
    baseMap.note,
  ].filter((note) => note !== null);

  const sources = [list, on('storm-vectors') ? cells.data : null, tropical.data, on('surface-analysis') ? fronts.data : null];
  const attributions = [...new Set([...sources.flatMap((source) => (source?.attribution ? [source.attribution] : [])), ...replay.attributions])];

  const replayView = () => view && replay.begin(replaySpotOf(view));
  const click = (there: Clicked) => {
    if (replay.isOn) return;
    if (action === 'measure') return setMeasured((points) => [...points, there.at]);
    if (action === 'observation') return setClicked({ ...there, layer: 'observation', properties: {} });
    const strike =
      strikes.data?.kind === 'points' && on('lightning') ? nearestStrike(strikes.data.known.points, there.at, there.degreesPerPx, 11) : null;
    if (strike) return setClicked({ ...there, layer: 'strikes', properties: propertiesOf(strike) });
    if (there.layer === 'strikes' && Number(there.properties.Count) > 1) return handle?.zoomBy(2);
    setClicked(there.layer !== null || on('nws-alerts') ? there : null);
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
            onOther={baseMap.tell}
            begin={link.locationId || settings.view === null ? selected : settings.view}
            busyWith={action}
            attributions={attributions}
            onView={setView}
            onMove={moved}
            onClick={click}
            onReady={ready}
          >
            <MapLayers
              {...{ choices, paint, timeZone, selected, locations, pictures, measured, clicked, frame: wanted }}
              replay={replay.isOn ? <ReplayLayers replay={replay} paint={paint} opacity={choices.opacity} /> : null}
              onReplay={replay.begin}
              strikes={on('lightning') ? strikes.data : undefined}
              cells={on('storm-vectors') ? cells.data : undefined}
              alerts={on('nws-alerts') ? alertAreas.drawn : undefined}
              listed={alerts.data?.alerts ?? []}
              tropical={tropical.data?.items ?? []}
              fronts={on('surface-analysis') ? fronts.data : undefined}
              showsPictures={showsPictures}
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
          roads={on('road-conditions') ? { legend: list?.legend, note: list?.note } : null}
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
        <LayerNotes notes={notes}>{action === 'measure' && <MeasureReading points={measured} onClear={() => setMeasured([])} />}</LayerNotes>
        {on('lightning') && strikes.data && <StrikeSummary strikes={strikes.data} isKnown={ofLightning === null} timeZone={timeZone} />}
        {showsPictures && (
          <RadarControls {...{ choices, choose: choose_, playback, play, list, pictures, styles, style, timeZone, inUs }} failed={radar.isError} />
        )}
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

/** Shows the frame nearest to the instant that a link named, once its list is there. */
function useTimeOfLink(timeMs: number | null, frames: readonly { time: string }[] | undefined, scrub: (progress: number) => void) {
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
