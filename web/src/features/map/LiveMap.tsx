import type { BaseMapStyle, Location } from '@allclear/contract';
import type { Map as MapLibreMap } from 'maplibre-gl';
import * as maplibre from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import MapView_, { type MapLayerMouseEvent, type MapRef, ScaleControl } from 'react-map-gl/maplibre';
import { authorizeMapRequests } from '../../api/map-requests.ts';
import { useServices } from '../../services.ts';
import type { MapTone } from '../../ui/map-style.ts';
import type { BaseMapEvent } from './base-map/base-map-state.ts';
import { drawMissingImage } from './base-map/map-images.ts';
import { otherMapStyle } from './base-map/provider-style.ts';
import { useBaseMapEvents } from './base-map/use-base-map-events.ts';
import classes from './LiveMap.module.css';
import { liveMapStyle } from './map-paint.ts';
import type { Point } from './measure/measure.ts';
import { Attributions } from './notes/Attributions.tsx';
import { defaultZoom, initialView, type MapView } from './view.ts';

maplibre.setWorkerUrl(workerUrl);

/** The pause after the last move of the map before its data are requested (spec 1 section 9). */
const viewRestMs = 300;
/** Layers that can be clicked, small shapes before large ones. */
const clickable = ['place-points', 'strikes', 'cells', 'tropical-points', 'alerts'];

export interface Clicked {
  readonly at: Point;
  /** Of longitude, at the map's zoom. */
  readonly degreesPerPx: number;
  /** The topmost shape at the click; null for none. */
  readonly layer: string | null;
  readonly properties: Record<string, unknown>;
  /** Identifiers of the alerts drawn at the click. */
  readonly alertIds: readonly string[];
}

export interface LiveMapHandle {
  zoomBy(levels: number): void;
  /** Zoom 8, bearing and pitch 0, in 300 ms (spec 1 section 2.10). */
  center(place: Point): void;
  /** `coveredBottomPx`: what lies over the lower edge of the map, CSS px. */
  fit(places: readonly Point[], coveredBottomPx?: number): void;
}

interface LiveMapProps {
  tone: MapTone;
  /** An external base map; null for the plain one of the tone. */
  other: BaseMapStyle | null;
  onOther: (event: BaseMapEvent) => void;
  /** The initial view: the last saved one, else the selected location. */
  begin: { latitude: number; longitude: number; zoom: number } | Location | null;
  busyWith: string | null;
  /** The data sources of the layers. */
  attributions: readonly string[];
  onView: (view: MapView) => void;
  onMove: () => void;
  onClick: (clicked: Clicked) => void;
  onReady: (handle: LiveMapHandle) => void;
  /** Draws images of other layers than those of Live Radar, when the map first misses one. */
  drawImage?: (map: MapLibreMap, id: string) => void;
  children: ReactNode;
}

/** The map itself: base, view and clicks; its layers are its children. */
export default function LiveMap({
  tone,
  other,
  begin,
  busyWith,
  attributions,
  onOther,
  onView,
  onMove,
  onClick,
  onReady,
  drawImage,
  children,
}: LiveMapProps) {
  const map = useRef<MapRef>(null);
  const { session } = useServices();
  const style = useMemo(() => {
    const { origin } = window.location;
    return other ? otherMapStyle(other, tone, origin) : liveMapStyle(tone, origin);
  }, [other, tone]);
  const [authorize] = useState(() => authorizeMapRequests(window.location.origin, () => session.token()));
  const [broken, setBroken] = useState<unknown>(null);
  const baseMap = useBaseMapEvents(() => map.current?.getMap(), other, onOther);

  const [report, reportSoon] = useViewReports(map, onView);
  const [made, isMade] = useMadeMap(map, drawImage);
  const begun = () => {
    const here = map.current?.getMap();
    if (!here) return;
    report();
    onReady(handleOf(here));
  };

  // A browser that cannot draw maps: the page says so instead of showing an empty map.
  if (broken) throw broken;
  return (
    // MapLibre labels its canvas 'Map' itself.
    <div className={classes.map}>
      <MapView_
        ref={made}
        mapLib={maplibre}
        initialViewState={initialView(begin)}
        mapStyle={style}
        minZoom={1.5}
        maxZoom={15}
        touchPitch={false}
        attributionControl={false}
        // No fading of labels: it would redraw the whole map repeatedly after each move.
        fadeDuration={0}
        cursor={busyWith ? 'crosshair' : 'grab'}
        onLoad={begun}
        transformRequest={authorize}
        onSourceData={baseMap.sourceData}
        onIdle={baseMap.idle}
        onMoveStart={() => {
          onOther('moved');
          onMove();
        }}
        onMoveEnd={reportSoon}
        onResize={reportSoon}
        onClick={(event: MapLayerMouseEvent) => onClick(clickedOf(event))}
        // An error before the map has loaded is fatal; a later error belongs to one source, which is
        // requested again.
        onError={(event: { target: unknown; error: unknown; sourceId?: string }) => {
          if (!event.target) return setBroken(event.error);
          baseMap.error(event);
          console.warn(event.error);
        }}
      >
        {isMade && children}
        <Attributions credits={attributions} />
        <ScaleControl position="bottom-left" unit="imperial" />
      </MapView_>
    </div>
  );
}

/** The map draws what its layers miss from the first on: they wait for it. */
function useMadeMap(map: RefObject<MapRef | null>, drawImage: LiveMapProps['drawImage']) {
  const drawOther = useRef(drawImage);
  const [isMade, setMade] = useState(false);
  const made = useCallback(
    (ref: MapRef | null) => {
      map.current = ref;
      const here = ref?.getMap();
      here?.setMissingStyleImageResolver((id) => {
        drawMissingImage(here, id);
        drawOther.current?.(here, id);
      });
      if (here) setMade(true);
    },
    [map],
  );
  return [made, isMade] as const;
}

/** Reports the view: at once, and after each move. */
function useViewReports(map: RefObject<MapRef | null>, onView: LiveMapProps['onView']) {
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(rest.current ?? undefined), []);
  const report = useCallback(() => {
    const here = map.current?.getMap();
    if (here) onView(viewOf(here));
  }, [map, onView]);
  const reportSoon = () => {
    clearTimeout(rest.current ?? undefined);
    rest.current = setTimeout(report, viewRestMs);
  };
  return [report, reportSoon] as const;
}

function handleOf(here: MapLibreMap): LiveMapHandle {
  return {
    zoomBy: (levels) => here.zoomTo(here.getZoom() + levels, { duration: 200 }),
    center: ({ latitude, longitude }) =>
      here.easeTo({ center: [longitude, latitude], zoom: defaultZoom, bearing: 0, pitch: 0, duration: 300 }),
    fit: (places, coveredBottomPx = 0) => {
      const bounds = new maplibre.LngLatBounds();
      for (const { latitude, longitude } of places) bounds.extend([longitude, latitude]);
      if (!bounds.isEmpty())
        here.fitBounds(bounds, {
          ...{ padding: { top: 80, right: 80, bottom: 80 + coveredBottomPx, left: 80 } },
          ...{ maxZoom: 11, duration: 300 },
        });
    },
  };
}

/** The shapes at a click on the map. */
function clickedOf({ target, point, lngLat }: MapLayerMouseEvent): Clicked {
  const layers = clickable.filter((id) => target.getLayer(id));
  const around: [[number, number], [number, number]] = [
    [point.x - 6, point.y - 6],
    [point.x + 6, point.y + 6],
  ];
  const found = layers.length === 0 ? [] : target.queryRenderedFeatures(around, { layers });
  const top = clickable.flatMap((id) => found.filter(({ layer }) => layer.id === id))[0];
  const under = layers.includes('alerts') ? target.queryRenderedFeatures(point, { layers: ['alerts'] }) : [];
  const { lat, lng } = lngLat.wrap();
  return {
    at: { latitude: lat, longitude: lng },
    degreesPerPx: 360 / (512 * 2 ** target.getZoom()),
    layer: top?.layer.id ?? null,
    properties: {
      ...top?.properties,
      ...(top?.geometry.type === 'Point'
        ? { longitude: top.geometry.coordinates[0], latitude: top.geometry.coordinates[1] }
        : {}),
    },
    alertIds: [...new Set(under.map(({ properties }) => String(properties.Identifier)))],
  };
}

function viewOf(map: MapLibreMap): MapView {
  const bounds = map.getBounds();
  const { clientWidth, clientHeight } = map.getContainer();
  const [left, right] = [bounds.getWest(), bounds.getEast()];
  // A world that is narrower than the window is drawn once.
  const wide = Math.min(360, right - left);
  const middle = (((((left + right) / 2 + 180) % 360) + 360) % 360) - 180;
  return {
    top: bounds.getNorth(),
    bottom: bounds.getSouth(),
    left: middle - wide / 2,
    right: middle + wide / 2,
    zoom: map.getZoom(),
    widthPx: Math.max(1, clientWidth * (wide / (right - left))),
    heightPx: Math.max(1, clientHeight),
  };
}
