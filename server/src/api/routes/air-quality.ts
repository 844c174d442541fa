import { type AirQualityPollutant, listAirQuality, listAirQualityAt, listAirQualityCategories } from '@allclear/contract';
import { AQI_CATEGORIES } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { airQualityLimitsMs, readingsNear } from '../../engine/air-quality-evidence.ts';
import type { ForecastSource } from '../../engine/current-forecast.ts';
import { findAirQuality } from '../../store/air-quality.ts';
import type { Database } from '../../store/database.ts';
import { ApiError } from '../errors.ts';
import { presentPollutants } from '../presenters/air-quality.ts';
import { serve } from '../serve.ts';
import { type Place, placeOf } from './forecasts.ts';

export function airQualityRoutes(app: FastifyInstance, { db, clock, source }: { db: Database; clock: Clock; source: ForecastSource | null }): void {
  serve(app, listAirQuality, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return pollutantsAt(await placeOf(db, principal, params.id));
  });

  serve(app, listAirQualityAt, async ({ query, reply }) => {
    reply.header('cache-control', 'no-store');
    return pollutantsAt(query);
  });

  serve(app, listAirQualityCategories, async () =>
    AQI_CATEGORIES.map(({ name, color, max }, index) => ({ name, color, min: index === 0 ? 0 : AQI_CATEGORIES[index - 1]!.max! + 1, max })),
  );

  async function pollutantsAt(place: Place): Promise<AirQualityPollutant[]> {
    if (source === null) throw new ApiError(404, 'no-air-quality', 'No data is available for this location.');
    const now = clock.now();
    const around = await findAirQuality(db, source.vendor, place);
    if (!around || now - around.asOf > airQualityLimitsMs.down) {
      const lastKnown = { asOf: around ? new Date(around.asOf).toISOString() : null };
      throw new ApiError(503, 'air-quality-unobserved', 'Air quality is temporarily unavailable.', { lastKnown });
    }
    return presentPollutants(readingsNear(around.readings, place, now - airQualityLimitsMs.down), source.attribution, now);
  }
}
