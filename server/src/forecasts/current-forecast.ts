import { feedLimitsMs } from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import { type CompleteForecast, findForecast, nearestForecastPlace } from './store.ts';

/** The configured source of forecasts. */
export interface ForecastSource {
  readonly vendor: string;
  readonly attribution: string;
}

const limits = feedLimitsMs.forecast;

/**
 * `outside`: no forecast reaches the place. `unobserved`: there is none that is current; when the last was
 * good, if ever.
 */
export type CurrentForecast =
  | { readonly kind: 'outside' }
  | { readonly kind: 'unobserved'; readonly asOf: number | null }
  | { readonly kind: 'known'; readonly forecast: CompleteForecast; readonly stale: boolean };

/** The forecast of a watched place (degrees) at `now`; with `near` also of a place some miles from one. */
export async function currentForecast(
  db: Database,
  { vendor }: ForecastSource,
  place: { latitude: number; longitude: number },
  now: number,
  near = false,
): Promise<CurrentForecast> {
  let stored = await findForecast(db, vendor, place);
  if (stored.kind === 'unasked' && near) {
    const nearest = await nearestForecastPlace(db, vendor, place);
    if (!nearest) return { kind: 'outside' };
    stored = await findForecast(db, vendor, nearest);
  }
  if (stored.kind === 'outside') return { kind: 'outside' };
  if (stored.kind !== 'read') return { kind: 'unobserved', asOf: null };
  const { forecast } = stored;
  const age = now - forecast.asOf;
  if (age > limits.down) return { kind: 'unobserved', asOf: forecast.asOf };
  return { kind: 'known', forecast, stale: age > limits.late };
}
