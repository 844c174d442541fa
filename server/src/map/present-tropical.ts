import type { TropicalForecastItem } from '@allclear/contract';
import { forecastCone, type TropicalPoint, type TropicalStorm, tropicalTypeName } from '@allclear/domain';

const iso = (at: number) => new Date(at).toISOString();
const whole = (value: number | null) => (value === null ? null : Math.round(value));
const decimals = (degrees: number) => Math.round(degrees * 1e4) / 1e4;

export function presentTropicalStorm(storm: TropicalStorm): TropicalForecastItem {
  const cone = storm.forecast ? forecastCone(storm.id.slice(0, 2), storm.forecast.points) : null;
  return {
    id: storm.id,
    name: storm.name,
    type: tropicalTypeName(storm.classification),
    updatedAt: iso(storm.updatedAt),
    coordinates: [decimals(storm.longitude), decimals(storm.latitude)],
    wind: { maxSustained: whole(storm.maxWindMph), units: 'mph' },
    pressure: { value: whole(storm.pressureMb), units: 'mb' },
    movement: {
      speed: { value: whole(storm.speedMph), units: 'mph' },
      direction: whole(storm.headingDegrees),
    },
    forecastAt: storm.forecast ? iso(storm.forecast.issuedAt) : null,
    conePolygon: cone
      ? {
          type: 'Polygon',
          coordinates: [cone.map(([longitude, latitude]) => [decimals(longitude), decimals(latitude)])],
        }
      : null,
    points: (storm.forecast?.points ?? []).map(presentPoint),
    models: storm.models.map(({ technique, issuedAt, points }) => ({
      name: technique,
      issuedAt: iso(issuedAt),
      points: points.map(presentPoint),
    })),
  };
}

function presentPoint({
  latitude,
  longitude,
  at,
  maxWindMph,
  gustMph,
}: TropicalPoint): TropicalForecastItem['points'][number] {
  return {
    coordinates: [decimals(longitude), decimals(latitude)],
    time: iso(at),
    wind: { maxSustained: whole(maxWindMph), gust: whole(gustMph), units: 'mph' },
  };
}
