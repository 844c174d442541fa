import { pointFrom } from '@allclear/domain';
import type { Feature, FeatureCollection } from 'geojson';
import type { ExpressionSpecification, FilterSpecification } from 'maplibre-gl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Layer } from 'react-map-gl/maplibre';
import { circle } from '../../../ui/radius-circles.ts';
import {
  collectionOf,
  dotPaint,
  type GeoJsonLayer,
  GeoJsonLayers,
  lineFeature,
  pointFeature,
  textOf,
  textPaint,
} from '../GeoJsonLayers.tsx';
import type { Paint } from '../map-paint.ts';
import { RadarLayer } from '../radar/RadarLayer.tsx';
import { StormCellLayer } from '../storm-cells/StormCellLayer.tsx';
import { createStrikeDots, type Dot } from '../strikes/strike-dots.ts';
import { type PastLocation, type PastState, pastText, type Scene, worstOf } from './replay-scene.ts';
import type { StormReplayView } from './use-storm-replay.ts';

/** The map at an instant of the past, in its own layers without any of the present. */
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
  // From one step to the next mostly only strikes change: unchanged data are not passed to the map again.
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

/** The first value with this key. */
function useSame<T>(value: T, key: string): T {
  const held = useRef({ key, value });
  if (held.current.key !== key) held.current = { key, value };
  return held.current.value;
}

/** Nothing beyond this line is replayed. */
function Reach({
  spot,
  miles,
  paint,
}: {
  spot: { latitude: number; longitude: number };
  miles: number;
  paint: Paint;
}) {
  const data = useMemo(() => {
    const properties = { text: `Replayed within ${miles} mi` };
    return collectionOf([lineFeature(circle(spot.latitude, spot.longitude, miles), properties)]);
  }, [spot, miles]);
  return (
    <GeoJsonLayers
      id="replay-reach"
      data={data}
      slot="slot-zones"
      layers={[
        {
          id: 'replay-reach',
          type: 'line',
          paint: { 'line-color': paint.muted, 'line-width': 1.5, 'line-dasharray': [2, 3] },
        },
        {
          id: 'replay-reach-name',
          type: 'symbol',
          layout: { 'symbol-placement': 'line', ...textOf('text'), 'text-offset': [0, -0.9] },
          paint: textPaint(paint),
        },
      ]}
    />
  );
}

const isUnknown = (state: PastState) => state === 'unknown' || state === 'not-covered';

/**
 * For the focused location the circles of its zones by their state then, the outermost first; unknown is
 * hatched. For the others a dot by the worst of their zones: many circles would hide the storm.
 */
function ZonesThen({ locations, focusId, paint }: ZonesThenProps) {
  const data = useMemo(() => zonesAndPlaces(locations, focusId), [locations, focusId]);
  const layers = useMemo(() => zoneLayers(paint), [paint]);
  return <GeoJsonLayers id="replay-zones" data={data} slot="slot-zones" tolerance={0} layers={layers} />;
}

function zoneLayers(paint: Paint): GeoJsonLayer[] {
  const { strike, unknown } = paint.states;
  const color = colorOf(paint);
  return [
    {
      id: 'replay-zone-delay',
      type: 'fill',
      filter: kindIs('strike'),
      paint: { 'fill-color': strike, 'fill-opacity': 0.1 },
    },
    {
      id: 'replay-zone-unknown',
      type: 'fill',
      filter: kindIs('unknown'),
      paint: { 'fill-pattern': `hatch:${unknown}` },
    },
    {
      id: 'replay-zones',
      type: 'line',
      filter: kindIs('strike', 'clear'),
      paint: { 'line-color': color, 'line-width': ['match', ['get', 'kind'], 'strike', 3, 2] },
    },
    {
      id: 'replay-zones-dashed',
      type: 'line',
      filter: kindIs('observing', 'unknown'),
      paint: { 'line-color': color, 'line-width': 2, 'line-dasharray': [3, 2] },
    },
    {
      id: 'replay-zone-words',
      type: 'symbol',
      minzoom: 7,
      filter: ['has', 'text'],
      layout: { ...textOf('text'), 'text-anchor': 'bottom', 'symbol-sort-key': ['get', 'order'] },
      paint: { ...textPaint(paint), 'text-color': color },
    },
    {
      id: 'replay-place',
      type: 'circle',
      beforeId: 'slot-cells',
      filter: ['has', 'name'],
      paint: { 'circle-color': color, 'circle-radius': 6, ...dotPaint(paint, 2) },
    },
    {
      id: 'replay-place-names',
      type: 'symbol',
      beforeId: 'slot-cells',
      filter: ['has', 'name'],
      layout: { ...textOf('name', 13), 'text-anchor': 'top', 'text-offset': [0, 0.6] },
      paint: textPaint(paint),
    },
  ];
}

interface ZonesThenProps {
  locations: readonly PastLocation[];
  focusId: string | null;
  paint: Paint;
}

/** Of a circle, a dot or its text, by the state. */
function colorOf({ states: { strike, observing, clear, unknown } }: Paint): ExpressionSpecification {
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
  return collectionOf([...(focused ? circlesOf(focused) : []), ...locations.map(dotOf)]);
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
        type: 'Feature',
        properties: { kind: kindOf(state) },
        geometry: { type: 'Polygon', coordinates: [circle(latitude, longitude, radiusMiles)] },
      },
      pointFeature([north.longitude, north.latitude], { kind: kindOf(state), text, order: zone }),
    ];
  });
}

function dotOf({ label, latitude, longitude, zones }: PastLocation): Feature {
  const worst = worstOf(zones);
  const name = `${label}\n${pastText[worst].toLowerCase()}`;
  return pointFeature([longitude, latitude], { kind: kindOf(worst), name });
}

/** Strikes by their age then, drawn like those of the present. */
function StrikesThen({ strikes, atMs, paint }: { strikes: readonly Dot[]; atMs: number; paint: Paint }) {
  const [dots] = useState(() => createStrikeDots('replay-strikes'));
  useEffect(() => dots.show(strikes, atMs, paint), [dots, strikes, atMs, paint]);
  return <Layer beforeId="slot-strikes" {...dots} />;
}
