import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { readJson } from '../read-json.ts';
import { nearAny } from './metar-boxes.ts';
import { parseNwsObservations } from './nws-station-report.ts';
import type { ObservationFeed, StationReport } from './port.ts';

const SOURCE = 'api.weather.gov/stations';
const ENDPOINT = 'https://api.weather.gov/stations';
/** The first poll requests this many at once; then it is one a minute in turn. */
const MAX_FIRST_REQUESTS = 8;
const FUTURE_TOLERANCE_MS = 300_000;
const RETENTION_MS = 3 * 3_600_000;

/**
 * Stations of the weather service that METAR lacks (road, fire and cooperative networks), by their
 * identifiers. The service sometimes returns old observations as the latest: the time stamp decides, and a
 * report older than three hours is dropped.
 */
export function createNwsStations({
  http,
  stationIds,
}: {
  http: HttpClient;
  stationIds: readonly string[];
}): ObservationFeed {
  const reports = new Map<string, StationReport>();
  const askedAt = new Map<string, number>();

  async function ask(stationId: string, now: number, signal: AbortSignal): Promise<void> {
    askedAt.set(stationId, now);
    const url = `${ENDPOINT}/${encodeURIComponent(stationId)}/observations/latest`;
    const { bytes } = await http.get({
      source: SOURCE,
      url,
      headers: { accept: 'application/geo+json' },
      signal,
    });
    const report = parseNwsObservations(readJson(bytes, SOURCE, 'The observation'), stationId);
    if (report === null) return;
    if (report.observedAt > now + FUTURE_TOLERANCE_MS)
      throw new AdapterError(SOURCE, 'malformed', `The observation of ${stationId} is of the future.`);
    if ((reports.get(stationId)?.observedAt ?? 0) <= report.observedAt) reports.set(stationId, report);
  }

  return {
    vendor: 'nws-stations',
    pollEveryMs: 60_000,
    async poll({ now, places, signal }) {
      const fresh = stationIds.filter((id) => !askedAt.has(id)).slice(0, MAX_FIRST_REQUESTS);
      const turn = stationIds.toSorted((a, b) => (askedAt.get(a) ?? 0) - (askedAt.get(b) ?? 0)).slice(0, 1);
      for (const id of fresh.length > 0 ? fresh : turn) await ask(id, now, signal);
      for (const [id, { observedAt }] of reports) if (now - observedAt >= RETENTION_MS) reports.delete(id);
      return [...reports.values()].filter(nearAny(places));
    },
  };
}
