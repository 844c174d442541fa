import { pointFrom } from '@allclear/domain';
import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer, Source } from 'react-map-gl/maplibre';
import { circle } from '../../../ui/radius-circles.ts';
import { labelFont, type Paint } from '../map-paint.ts';
import { RadarLayer } from '../radar/RadarLayer.tsx';
import { StormCellLayer } from '../storm-cells/StormCellLayer.tsx';
import { createStrikeDots, type Dot } from '../strikes/strike-dots.ts';
import { type PastLocation, type PastState, pastText, type Scene, worstOf } from './replay-scene.ts';
import type { StormReplayView } from './use-storm-replay.ts';

/** The map at an instant of the past, in layers of its own: nothing of the present is among them. */
export function ReplayLayers({
  replay,
  paint,
  opacity,
}: {
  replay: StormReplayView;
  paint: Paint;
  opacity: number;
}) {
  const { scene, radar, state, strikeMiles } = replay;
  const { spot } = state;
  return (
    <>
      <RadarLayer
        id="replay-radar"
        images={radar.images}
        frame={scene ? radar.frame : -1}
        opacity={opacity}
      />
      {spot && strikeMiles !== null && <Reach spot={spot} miles={strikeMiles} paint={paint} />}
      {scene && <SceneLayers scene={scene} focusId={replay.focusId} paint={paint} />}
    </>
  );
}

function SceneLayers({ scene, focusId, paint }: { scene: Scene; focusId: string | null; paint: Paint }) {
  // From one step to the next mostly nothing changes but the strikes: the map is not given the same again.
  const locations = useSame(
    scene.locations,
    scene.locations.map(({ id, zones }) => `${id} ${zones.map(({ state }) => state).join(' ')}`).join(),
  );
  const cells = useSame(
    scene.cells,
    scene.cells.map(({ id, properties }) => `${id} ${properties.IssueTime}`).join(),
  );
  const cellData = useMemo(() => ({ features: cells }), [cells]);
  return (
    <>
      <ZonesThen locations={locations} focusId={focusId} paint={paint} />
      <StrikesThen strikes={scene.strikes} atMs={scene.atMs} paint={paint} />
      <StormCellLayer id="replay-cells" data={cellData} paint={paint} />
    </>
  );
}

/** The value that came with this key first. */
function useSame<T>(value: T, key: string): T {
  const held = useRef({ key, value });
  if (held.current.key !== key) held.current = { key, value };
  return held.current.value;
}

/** Beyond this line nothing is replayed. */
function Reach({
  spot,
  miles,
  paint,
}: {
  spot: { latitude: number; longitude: number };
  miles: number;
  paint: Paint;
}) {
  const data = useMemo((): FeatureCollection => {
    const line = { type: 'LineString' as const, coordinates: circle(spot.latitude, spot.longitude, miles) };
    return {
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties: { text: `Replayed within ${miles} mi` }, geometry: line }],
    };
  }, [spot, miles]);
  return (
    <Source id="replay-reach" type="geojson" data={data}>
      <Layer
        beforeId="slot-zones"
        id="replay-reach"
        type="line"
        paint={{ 'line-color': paint.muted, 'line-width': 1.5, 'line-dasharray': [2, 3] }}
      />
      <Layer
        beforeId="slot-zones"
        id="replay-reach-name"
        type="symbol"
        layout={{
          'symbol-placement': 'line',
          'text-field': ['get', 'text'] as never,
          'text-font': [...labelFont],
          'text-size': 12,
          'text-offset': [0, -0.9],
        }}
        paint={{ 'text-color': paint.text, 'text-halo-color': paint.halo, 'text-halo-width': 1.6 }}
      />
    </Source>
  );
}

const isUnknown = (state: PastState) => state === 'unknown' || state === 'not-covered';

/**
 * Of one location the circles of its zones by what was said of them, the outermost first; what was not known
 * is hatched. Of the others a dot by the worst of their zones: the circles of many would hide the storm.
 */
function ZonesThen({ locations, focusId, paint }: ZonesThenProps) {
  const data = useMemo(() => zonesAndPlaces(locations, focusId), [locations, focusId]);
  const { strike, unknown } = paint.states;
  const colour = colourOf(paint);
  return (
    <Source id="replay-zones" type="geojson" data={data} tolerance={0}>
      <Layer
        beforeId="slot-zones"
        id="replay-zone-delay"
        type="fill"
        filter={kindIs('strike')}
        paint={{ 'fill-color': strike, 'fill-opacity': 0.1 }}
      />
      <Layer
        beforeId="slot-zones"
        id="replay-zone-unknown"
        type="fill"
        filter={kindIs('unknown')}
        paint={{ 'fill-pattern': `hatch:${unknown}` }}
      />
      <Layer
        beforeId="slot-zones"
        id="replay-zones"
        type="line"
        filter={kindIs('strike', 'clear')}
        paint={{
          'line-color': colour,
          'line-width': ['match', ['get', 'kind'], 'strike', 3, 2],
        }}
      />
      <Layer
        beforeId="slot-zones"
        id="replay-zones-dashed"
        type="line"
        filter={kindIs('observing', 'unknown')}
        paint={{ 'line-color': colour, 'line-width': 2, 'line-dasharray': [3, 2] }}
      />
      <Layer
        beforeId="slot-zones"
        id="replay-zone-words"
        type="symbol"
        minzoom={7}
        filter={['has', 'text'] as never}
        layout={{
          ...labelText,
          'text-field': ['get', 'text'] as never,
          'text-anchor': 'bottom',
          'symbol-sort-key': ['get', 'order'] as never,
        }}
        paint={{ ...haloOf(paint), 'text-color': colour }}
      />
      <Layer
        beforeId="slot-cells"
        id="replay-place"
        type="circle"
        filter={['has', 'name'] as never}
        paint={{
          'circle-color': colour,
          'circle-radius': 6,
          'circle-stroke-color': paint.halo,
          'circle-stroke-width': 2,
        }}
      />
      <Layer
        beforeId="slot-cells"
        id="replay-place-names"
        type="symbol"
        filter={['has', 'name'] as never}
        layout={{
          ...labelText,
          'text-size': 13,
          'text-field': ['get', 'name'] as never,
          'text-anchor': 'top',
          'text-offset': [0, 0.6],
        }}
        paint={{ ...haloOf(paint), 'text-color': paint.text }}
      />
    </Source>
  );
}

interface ZonesThenProps {
  locations: readonly PastLocation[];
  focusId: string | null;
  paint: Paint;
}

const labelText = { 'text-font': [...labelFont], 'text-size': 12 };
const haloOf = (paint: Paint) => ({ 'text-halo-color': paint.halo, 'text-halo-width': 1.6 });

/** Of a circle, a dot or its words, by what was said. */
function colourOf({ states: { strike, observing, clear, unknown } }: Paint): ExpressionSpecification {
  const kind = ['get', 'kind'] satisfies ExpressionSpecification;
  return ['match', kind, 'strike', strike, 'observing', observing, 'clear', clear, unknown];
}

/** Circles of these kinds. */
const kindIs = (...kinds: string[]): FilterSpecification => [
  'all',
  ['==', ['geometry-type'], 'Polygon'],
  ['in', ['get', 'kind'], ['literal', kinds]],
];

function zonesAndPlaces(locations: readonly PastLocation[], focusId: string | null): FeatureCollection {
  const focused = locations.find(({ id }) => id === focusId);
  return {
    type: 'FeatureCollection',
    features: [...(focused ? circlesOf(focused) : []), ...locations.map(dotOf)],
  };
}

const kindOf = (state: PastState) => (isUnknown(state) ? 'unknown' : state);

function circlesOf(location: PastLocation): Feature[] {
  const { latitude, longitude } = location;
  return location.zones.toReversed().flatMap(({ zone, radiusMiles, range, state }): Feature[] => {
    if (state === 'absent') return [];
    const north = pointFrom(location, 0, radiusMiles);
    const text = `${range}: ${pastText[state].toLowerCase()}`;
    return [
      {
        ...{ type: 'Feature', properties: { kind: kindOf(state) } },
        geometry: { type: 'Polygon', coordinates: [circle(latitude, longitude, radiusMiles)] },
      },
      {
        ...{ type: 'Feature', properties: { kind: kindOf(state), text, order: zone } },
        geometry: { type: 'Point', coordinates: [north.longitude, north.latitude] },
      },
    ];
  });
}

function dotOf({ label, latitude, longitude, zones }: PastLocation): Feature {
  const worst = worstOf(zones);
  const name = `${label}\n${pastText[worst].toLowerCase()}`;
  return {
    type: 'Feature',
    properties: { kind: kindOf(worst), name },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  };
}

/** Strikes by their age then, drawn as those of the present are. */
function StrikesThen({ strikes, atMs, paint }: { strikes: readonly Dot[]; atMs: number; paint: Paint }) {
  const [dots] = useState(() => createStrikeDots('replay-strikes'));
  useEffect(() => dots.show(strikes, atMs, paint), [dots, strikes, atMs, paint]);
  return <Layer beforeId="slot-strikes" {...dots} />;
}
