import type { Location } from '@allclear/contract';
import { pointFrom } from '@allclear/domain';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { radiusCircles } from '../../ui/radius-circles.ts';
import classes from './LiveMap.module.css';
import { labelFont, type Paint } from './map-paint.ts';

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
        : nothing,
    [selected],
  );
  const labels = useMemo((): FeatureCollection => {
    if (!selected) return nothing;
    const features = radiiOf(selected.policy.effective).flatMap((miles, i) => {
      const { latitude, longitude } = pointFrom(selected, 0, miles);
      const properties = { text: `${miles} mi`, zone: i + 1 };
      return miles > 0
        ? [
            {
              type: 'Feature' as const,
              properties,
              geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
            },
          ]
        : [];
    });
    return { type: 'FeatureCollection', features };
  }, [selected]);
  const [red, yellow, green, blue] = paint.zones;
  const colour: ExpressionSpecification = ['match', ['get', 'zone'], 1, red, 2, yellow, 3, green, blue];
  return (
    <>
      <Source id="zones" type="geojson" data={circles} tolerance={0}>
        <Layer
          beforeId="slot-zones"
          id="zones"
          type="line"
          paint={{ 'line-color': colour, 'line-width': 2 }}
        />
      </Source>
      <Source id="zone-miles" type="geojson" data={labels}>
        <Layer
          beforeId="slot-zones"
          id="zone-miles"
          type="symbol"
          minzoom={7}
          layout={{
            'text-field': ['get', 'text'] as never,
            'text-font': [...labelFont],
            'text-size': 12,
            'text-anchor': 'bottom',
            'text-allow-overlap': true,
          }}
          paint={{ 'text-color': paint.text, 'text-halo-color': paint.halo, 'text-halo-width': 1.6 }}
        />
      </Source>
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

const nothing: FeatureCollection = { type: 'FeatureCollection', features: [] };
