import type { Location } from '@allclear/contract';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { type GeoJsonLayer, GeoJsonLayers, noShapes, textOf, textPaint } from './GeoJsonLayers.tsx';
import classes from './LiveMap.module.css';
import type { Paint } from './map-paint.ts';
import { type ZoneStates, zoneRings } from './zone-rings.ts';

/**
 * The rings of the selected location in their states, with their labels above zoom 7, and its marker; the other
 * locations when all are shown.
 */
export function LocationLayers({ selected, zoneStates, others, paint, onSelect }: PlaceLayersProps) {
  const { rings, labels } = useMemo(
    () => (selected ? zoneRings(selected, zoneStates) : { rings: noShapes, labels: noShapes }),
    [selected, zoneStates],
  );
  const [red, yellow, green, blue] = paint.zones;
  const color: ExpressionSpecification = ['match', ['get', 'zone'], 1, red, 2, yellow, 3, green, blue];
  const line = (state: string, width: number, dashes: number[] | null): GeoJsonLayer => ({
    id: `zones-${state}`,
    type: 'line',
    filter: ['==', ['get', 'state'], state],
    paint: {
      'line-color': color,
      'line-width': width,
      ...(dashes === null ? {} : { 'line-dasharray': dashes }),
    },
  });
  return (
    <>
      <GeoJsonLayers
        id="zones"
        data={rings}
        slot="slot-zones"
        tolerance={0}
        layers={[
          {
            id: 'zones-hatched',
            type: 'fill',
            filter: ['==', ['get', 'state'], 'unknown'],
            paint: { 'fill-pattern': `hatch:${paint.states.unknown}` },
          },
          line('clear', 2, null),
          line('checking', 2, null),
          line('strike', 5, null),
          line('observing', 3, [3, 2]),
          line('unknown', 3, [1, 2]),
        ]}
      />
      <GeoJsonLayers
        id="zone-miles"
        data={labels}
        slot="slot-zones"
        layers={[
          {
            id: 'zone-miles',
            type: 'symbol',
            minzoom: 7,
            layout: {
              ...textOf('text'),
              'text-anchor': 'bottom',
              'text-max-width': 30,
              'text-allow-overlap': true,
            },
            paint: textPaint(paint),
          },
        ]}
      />
      {others.map((location) => (
        <Marker key={location.id} longitude={location.longitude} latitude={location.latitude} anchor="bottom">
          <button type="button" className={classes.place} onClick={() => onSelect(location.id)}>
            {location.label}
          </button>
        </Marker>
      ))}
      {selected && (
        <Marker
          key={paint.primary}
          longitude={selected.longitude}
          latitude={selected.latitude}
          color={paint.primary}
          className={classes.selected ?? ''}
        />
      )}
    </>
  );
}

interface PlaceLayersProps {
  selected: Location | null;
  zoneStates: ZoneStates;
  others: readonly Location[];
  paint: Paint;
  onSelect: (id: string) => void;
}
