import { showConditions, showForecasts } from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import {
  noWeather,
  type WeatherSources,
  type WidgetOrganizationData,
  type WidgetWeather,
  weatherOfWidgets,
} from '../widgets/index.ts';
import type { StoredShow } from './shows.store.ts';

/** What is measured and forecast for the places of shows of one organization at `now`, by the id of the place. */
export async function weatherOfShows(
  db: Database,
  sources: WeatherSources,
  data: WidgetOrganizationData,
  shows: readonly Pick<StoredShow, 'scenes'>[],
  now: number,
): Promise<ReadonlyMap<string, WidgetWeather>> {
  const scenes = shows.flatMap((show) => show.scenes);
  const idsOf = (...kinds: readonly string[]) =>
    new Set(
      scenes.flatMap((scene) => ('placeId' in scene && kinds.includes(scene.kind) ? scene.placeId : [])),
    );
  const withForecast = idsOf('forecast');
  const asked = [...idsOf('conditions', 'forecast')].map((organizationLocationId) => ({
    ...{ organizationLocationId, weatherStationId: null, type: 0 },
    ...{ primaryCondition: showConditions[0] ?? 0, conditions: [...showConditions] },
    forecasts: withForecast.has(organizationLocationId) ? [...showForecasts] : [],
  }));
  if (asked.length === 0) return new Map();
  const weather = await weatherOfWidgets(db, sources, data, asked, now);
  return new Map(
    asked.map(({ organizationLocationId }, index) => [organizationLocationId, weather[index] ?? noWeather]),
  );
}
