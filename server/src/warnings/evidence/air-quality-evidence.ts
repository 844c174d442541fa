import { type PolicyTypeShortName, type Pollutant, readingInput } from '@allclear/domain';
import {
  type AirReadingsByPlace,
  airQualityCell,
  airQualityLimitsMs,
  hasNowCast,
  isCurrentReading,
  readingsByPollutant,
} from '../../air-quality/index.ts';
import type { PolicyWatch } from '../policy-watches.ts';
import type { Evidence } from './warning-evidence.ts';

/** Undefined for the types that have nothing to do with air quality; null is all of them: the index of a place is that of
 * its highest pollutant. */
const pollutantOf: Partial<Record<PolicyTypeShortName, Pollutant | null>> = {
  AQI: null,
  'AQI-MAX': null,
  'AQI-PM2.5': 'PM2.5',
  'AQI-PM10': 'PM10',
  'AQI-O3': 'O3',
};

export function isAirQualityType(shortName: PolicyTypeShortName): boolean {
  return shortName in pollutantOf;
}

/**
 * NowCast of a policy's pollutant, or the highest of all, against its threshold. Without a current reading
 * near the place it is lost. So is the highest of all when none exceeds it and one that was known has no
 * current reading: that one may be what exceeds it.
 */
export function airQualityEvidence(
  watch: PolicyWatch,
  { byCell, ownByOrganization }: AirReadingsByPlace,
  now: number,
): Evidence {
  const { latitude20, longitude20 } = airQualityCell(watch.place);
  const around = byCell.get(`${latitude20},${longitude20}`)?.readings ?? [];
  const wanted = pollutantOf[watch.type.shortName] ?? null;
  const near = readingsByPollutant(
    { around, own: ownByOrganization.get(watch.place.organizationId) ?? [] },
    watch.place,
    now,
  );
  const known = [...near].flatMap(([pollutant, of]) =>
    (wanted ?? pollutant) === pollutant && of.some(hasNowCast) ? [of] : [],
  );
  const current = known.flatMap(
    (of) => of.find((one) => isCurrentReading(one, now) && hasNowCast(one)) ?? [],
  );
  const nowCastOf = ({ indices }: (typeof current)[number]) => indices.nowCast ?? Number.NEGATIVE_INFINITY;
  const [highest] = current.toSorted((a, b) => nowCastOf(b) - nowCastOf(a));
  const reading = highest ? { value: highest.indices.nowCast, observedAt: highest.reading.observedAt } : null;
  const fact = readingInput(watch.type, watch.policy.threshold, reading, now, airQualityLimitsMs.late);
  if (!highest) return { eventKey: '', fact };
  if (fact.kind !== 'exceeded' && current.length < known.length)
    return { eventKey: '', fact: { kind: 'lost' } };
  return { eventKey: '', fact, facts: { stationName: highest.reading.siteName } };
}
