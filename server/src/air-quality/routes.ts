import type { PollutantReading } from '@allclear/adapters';
import {
  type AirQualityPollutant,
  listAirQuality,
  listAirQualityAt,
  listAirQualityCategories,
} from '@allclear/contract';
import { AQI_CATEGORIES } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { type ForecastSource, type Place, placeOf } from '../forecasts/index.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ApiError, forbidden } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { airQualityStations } from './air-quality-stations.ts';
import { presentPollutants } from './present-air-quality.ts';
import { airQualityLimitsMs, readingsNear, readOwnAir } from './readings.ts';
import { findAirQuality } from './store.ts';

export function airQualityRoutes(
  app: FastifyInstance,
  { db, clock, source }: { db: Database; clock: Clock; source: ForecastSource | null },
): void {
  serve(app, listAirQuality, async ({ principal, params, reply }) => {
    reply.header('cache-control', 'no-store');
    return pollutantsAt(await placeOf(db, principal, params.id), principal.organizationId);
  });

  serve(app, listAirQualityAt, async ({ principal, query: { latitude, longitude }, reply }) => {
    reply.header('cache-control', 'no-store');
    if (latitude !== undefined && longitude !== undefined)
      return pollutantsAt({ latitude, longitude }, principal.organizationId);
    if (!principal.permissions.includes('air-quality-stations:read')) throw forbidden();
    return airQualityStations(db, principal.organizationId, clock.now());
  });

  serve(app, listAirQualityCategories, async () =>
    AQI_CATEGORIES.map(({ name, color, max }, index) => ({
      name,
      color,
      min: index === 0 ? 0 : AQI_CATEGORIES[index - 1]!.max! + 1,
      max,
    })),
  );

  /** From the configured source and from the organization's own sensors; either works without the other. */
  async function pollutantsAt(place: Place, organizationId: string): Promise<AirQualityPollutant[]> {
    const now = clock.now();
    const isShown = ({ observedAt }: PollutantReading) => now - observedAt <= airQualityLimitsMs.down;
    const own = (await readOwnAir(db, organizationId, now)).filter(isShown);
    const stored = source === null ? undefined : await findAirQuality(db, source.vendor, place);
    const isCurrent = stored !== undefined && now - stored.asOf <= airQualityLimitsMs.down;
    const around = isCurrent ? stored.readings.filter(isShown) : [];
    const near = readingsNear({ around, own }, place, now);
    if (near.length > 0 || isCurrent) return presentPollutants(near, source?.attribution ?? '', now);
    if (source === null) throw new ApiError(404, 'no-air-quality', 'No data is available for this location.');
    const lastKnown = { asOf: stored ? new Date(stored.asOf).toISOString() : null };
    throw new ApiError(503, 'air-quality-unobserved', 'Air quality is temporarily unavailable.', {
      lastKnown,
    });
  }
}
