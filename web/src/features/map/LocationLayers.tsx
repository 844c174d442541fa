import type { Location } from '@allclear/contract';
import { pointFrom } from '@allclear/domain';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Marker } from 'react-map-gl/maplibre';
import { radiusCircles } from '../../ui/radius-circles.ts';
import { collectionOf, GeoJsonLayers, noShapes, pointFeature, textOf, textPaint } from './GeoJsonLayers.tsx';
import classes from './LiveMap.module.css';
import type { Paint } from './map-paint.ts';

export const radiiOf = ({
  radius1,
  radius2,
  radius3,
  radius4,
}: Pick<Location, 'radius1' | 'radius2' | 'radius3' | 'radius4'>) => [radius1, radius2, radius3, radius4];

/**
 * The radius circles of the selected location, with their miles above zoom 7, and its marker; the other
 * locations when all are shown.
 */
export function LocationLayers({ selected, others, paint, onSelect }: PlaceLayersProps) {
  const circles = useMemo(
    () =>
      selected
        ? radiusCircles(selected.latitude, selected.longitude, radiiOf(selected.policy.effective))
        : noShapes,
    [selected],
  );
  const labels = useMemo(() => (selected ? collectionOf(milesOf(selected)) : noShapes), [selected]);
  const [red, yellow, green, blue] = paint.zones;
  const color: ExpressionSpecification = ['match', ['get', 'zone'], 1, red, 2, yellow, 3, green, blue];
  return (
    <>
      <GeoJsonLayers
        id="zones"
        data={circles}
        slot="slot-zones"
        tolerance={0}
        layers={[{ id: 'zones', type: 'line', paint: { 'line-color': color, 'line-width': 2 } }]}
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
            layout: { ...textOf('text'), 'text-anchor': 'bottom', 'text-allow-overlap': true },
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
  others: readonly Location[];
  paint: Paint;
  onSelect: (id: string) => void;
}

/** The miles of each circle, at its north. */
const milesOf = (location: Location) =>
  radiiOf(location.policy.effective).flatMap((miles, i) => {
    const { latitude, longitude } = pointFrom(location, 0, miles);
    return miles > 0 ? [pointFeature([longitude, latitude], { text: `${miles} mi`, zone: i + 1 })] : [];
  });
