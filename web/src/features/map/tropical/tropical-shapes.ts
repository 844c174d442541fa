import type { TropicalForecastItem } from '@allclear/contract';
import type { Feature, FeatureCollection } from 'geojson';
import { timeOfDay } from '../../../clock/time-text.ts';

/** Continuous longitudes, so that a track across the date line is not split. */
function unbroken(coordinates: readonly (readonly number[])[]): number[][] {
  let last = coordinates[0]?.[0] ?? 0;
  return coordinates.map(([longitude = 0, latitude = 0]) => {
    last += ((((longitude - last + 180) % 360) + 360) % 360) - 180;
    return [last, latitude];
  });
}

/** The cone, the track and the points of each system's forecast. A point has its time and wind speed. */
export function tropicalShapes(items: readonly TropicalForecastItem[], timeZone: string): FeatureCollection {
  const features = items.flatMap((item): Feature[] => {
    const wind = (mph: number | null) => (mph === null ? '' : ` · ${Math.round(mph)} mph`);
    const day = (time: string) => new Date(time).toLocaleDateString('en-US', { weekday: 'short', timeZone });
    const center: Feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: item.coordinates },
      properties: {
        Id: item.id,
        now: true,
        text: `${item.type} ${item.name}${wind(item.wind.maxSustained)}`,
      },
    };
    const points = item.points.map(
      ({ coordinates, time, wind: { maxSustained } }): Feature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates },
        properties: {
          Id: item.id,
          now: false,
          text: `${day(time)} ${timeOfDay(time, timeZone)}${wind(maxSustained)}`,
        },
      }),
    );
    const way = unbroken([item.coordinates, ...item.points.map(({ coordinates }) => coordinates)]);
    const line: Feature[] =
      way.length > 1
        ? [
            {
              type: 'Feature',
              properties: { Id: item.id },
              geometry: { type: 'LineString', coordinates: way },
            },
          ]
        : [];
    const cone: Feature[] = item.conePolygon
      ? [{ type: 'Feature', properties: { Id: item.id }, geometry: item.conePolygon }]
      : [];
    return [...cone, ...line, ...points, center];
  });
  return { type: 'FeatureCollection', features };
}

/** A line for each model's track. */
export function modelShapes(items: readonly TropicalForecastItem[]): FeatureCollection {
  const features = items.flatMap(({ id, coordinates, models }) =>
    models.map(({ name, points }): Feature => {
      const way = unbroken([coordinates, ...points.map((point) => point.coordinates)]);
      return {
        type: 'Feature',
        properties: { Id: id, name },
        geometry: { type: 'LineString', coordinates: way },
      };
    }),
  );
  return {
    type: 'FeatureCollection',
    features: features.filter(
      ({ geometry }) => geometry.type === 'LineString' && geometry.coordinates.length > 1,
    ),
  };
}
