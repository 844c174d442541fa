import type { AirQualityStation } from '@allclear/contract';
import { DAY_MS, hourlyMeans, type Pollutant, pollutantIndices } from '@allclear/domain';
import { readOrganization } from '../organizations/index.ts';
import type { Database } from '../platform/database/database.ts';
import { particlesSince, stationsWithParticles } from '../stations/index.ts';
import { presentIndex } from './present-air-quality.ts';
import { airQualityLimitsMs, particlesReachMs } from './readings.ts';

/** A sensor that measured nothing for longer is not listed any more. */
const listedMs = 400 * DAY_MS;

/** The stations of an organization with a sensor for particles, removed ones too, by name. */
export async function airQualityStations(
  db: Database,
  organizationId: string,
  now: number,
): Promise<AirQualityStation[]> {
  const [{ name: customerName }, stations, particles] = await Promise.all([
    readOrganization(db, organizationId),
    stationsWithParticles(db, organizationId, now - listedMs),
    particlesSince(db, organizationId, now - particlesReachMs),
  ]);
  const measured = new Map(particles.map((of) => [of.stationId, of]));
  const nowCastOf = (pollutant: Pollutant, quarters: ReadonlyMap<number, number> | undefined) => {
    const means = quarters && hourlyMeans(quarters, now);
    const isCurrent = means && now - means.observedAt <= airQualityLimitsMs.late;
    const value = isCurrent ? pollutantIndices(pollutant, null, means.newestFirst).nowCast : null;
    return { nowcast: presentIndex(value) };
  };
  return stations.map(({ id, name, isRetired, lastContactAt }) => ({
    ...{ id, name, customerName, status: isRetired ? 'Disabled' : 'Enabled' },
    lastActivity: lastContactAt === null ? null : new Date(lastContactAt).toISOString(),
    pM2_5: nowCastOf('PM2.5', measured.get(id)?.pm25),
    pM10: nowCastOf('PM10', measured.get(id)?.pm10),
  }));
}
