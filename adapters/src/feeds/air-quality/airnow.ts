import type { Pollutant } from '@allclear/domain';
import { HOUR_MS } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { fieldsOf } from '../alerts/nws-alert.ts';
import { finiteNumberOf, readJson } from '../read-json.ts';
import { parseAirnowSites, type SitePositions } from './airnow-sites.ts';
import type { AirQualityFeed, PollutantReading } from './port.ts';

const SOURCE = 'airnowapi.org';
const ENDPOINT = 'https://www.airnowapi.org/aq/observation/current/ziplatLong/';
/** Positions of the monitors: the response names monitors without their position. */
const SITES =
  'https://s3-us-west-1.amazonaws.com//files.airnowtech.org/airnow/today/Monitoring_Site_Locations_V2.dat';
const SITES_GOOD_FOR_MS = 24 * HOUR_MS;
const SITES_MAX_BYTES = 20 * 1024 * 1024;
const MAX_BYTES = 1024 * 1024;

const pollutants: Readonly<Record<string, Pollutant>> = {
  OZONE: 'O3',
  O3: 'O3',
  'PM2.5': 'PM2.5',
  PM10: 'PM10',
};

/** Hours by which the abbreviations of North American zones are ahead of UTC. */
const zoneHours: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  NST: -3.5,
  NDT: -2.5,
  AST: -4,
  ADT: -3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  HDT: -9,
  SST: -11,
  CHST: 10,
};

/**
 * The US government's air quality, hourly: the nearest monitor of each pollutant, with the NowCast index that
 * AirNow computed.
 */
export function createAirnow({ http, key }: { http: HttpClient; key: string }): AirQualityFeed {
  let sites: { readonly positions: SitePositions; readonly readAt: number } | null = null;

  /** Read once a day; when it cannot be read, the old list is used. */
  async function positions(
    now: number,
    signal: AbortSignal,
    onFault?: (error: Error) => void,
  ): Promise<SitePositions> {
    if (sites && now - sites.readAt < SITES_GOOD_FOR_MS) return sites.positions;
    try {
      const { bytes } = await http.get({
        source: SOURCE,
        url: SITES,
        signal,
        maxBytes: SITES_MAX_BYTES,
        timeoutMs: 60_000,
      });
      sites = { positions: parseAirnowSites(bytes, SOURCE), readAt: now };
    } catch (error) {
      if (!sites || signal.aborted) throw error;
      onFault?.(error as Error);
    }
    return sites.positions;
  }

  return {
    vendor: 'airnow',
    // A mean is published 30 to 45 minutes after its hour. Hourly polls would show it up to an hour late.
    pollEveryMs: HOUR_MS / 4,
    // A key may make 500 requests an hour.
    pauseMs: 8_000,
    attribution: 'AirNow and the agencies that report to it; preliminary data',
    async read({ latitude, longitude, now, signal, onFault }) {
      const query = new URLSearchParams({
        format: 'application/json',
        latitude: latitude.toFixed(4),
        longitude: longitude.toFixed(4),
        API_KEY: key,
      });
      const { bytes } = await http.get({
        source: SOURCE,
        url: `${ENDPOINT}?${query}`,
        signal,
        maxBytes: MAX_BYTES,
      });
      const rows = parseAirnow(bytes);
      if (rows.length === 0) return [];
      const known = await positions(now, signal, onFault);
      return rows.flatMap(({ siteId, ...reading }) => {
        const position = known.get(siteId);
        if (position && reading.observedAt <= now) return [{ ...reading, ...position, hours: null }];
        onFault?.(
          new AdapterError(
            SOURCE,
            'malformed',
            position
              ? 'A monitor reports from the future.'
              : `The place of the monitor ${siteId} is not known.`,
          ),
        );
        return [];
      });
    },
  };
}

type Row = Omit<PollutantReading, 'latitude' | 'longitude' | 'hours'> & { readonly siteId: string };

/**
 * Reads a response: a list with a row for each pollutant. [] and the service's 'no observations' mean that
 * there are no measurements. An index of −1 or null is missing. Throws AdapterError: `auth` for a bad key,
 * `malformed` for another shape.
 */
export function parseAirnow(bytes: Uint8Array): Row[] {
  const json = readJson(bytes, SOURCE, 'The air quality answer');
  const [problem] = listOf(fieldsOf(json).WebServiceError).map((error) =>
    String(fieldsOf(error).Message ?? ''),
  );
  if (problem !== undefined) {
    if (/no (observations|data)/i.test(problem)) return [];
    if (/key/i.test(problem)) throw new AdapterError(SOURCE, 'auth', 'AirNow does not accept the key.');
    throw new AdapterError(SOURCE, 'upstream', 'AirNow says that it cannot answer.');
  }
  if (!Array.isArray(json))
    throw new AdapterError(SOURCE, 'malformed', 'The air quality answer is not a list.');
  // The list may contain other pollutants than the three.
  const read = json.map((row) => parseRow(fieldsOf(row)));
  if (json.length > 0 && read.every((row) => row === null)) {
    throw new AdapterError(
      SOURCE,
      'malformed',
      'The air quality answer holds no row of the shape that is known.',
    );
  }
  return read.filter((row) => row !== null);
}

function parseRow(row: Readonly<Record<string, unknown>>): Row | null {
  const pollutant = pollutants[String(row.parameterName).toUpperCase()];
  const observedAt = instant(row.dateObserved, row.hourObserved, row.localTimeZone);
  if (!pollutant || observedAt === null || typeof row.siteID !== 'string') return null;
  const index = finiteNumberOf(row.nowcastAQI);
  return {
    pollutant,
    siteId: row.siteID,
    siteName: typeof row.siteName === 'string' ? row.siteName : row.siteID,
    observedAt,
    nowCastIndex: index !== null && index >= 0 ? Math.round(index) : null,
  };
}

/** '2020-12-20', '15:00' (or '15') and 'PST' as epoch ms. */
function instant(date: unknown, hour: unknown, zone: unknown): number | null {
  const ahead = zoneHours[String(zone).toUpperCase()];
  const parts = /^(\d{4}-\d\d-\d\d) (\d{1,2})(?::00)?$/.exec(`${String(date).trim()} ${String(hour).trim()}`);
  if (!parts || ahead === undefined) return null;
  const at = Date.parse(`${parts[1]}T00:00:00Z`) + (Number(parts[2]) - ahead) * HOUR_MS;
  return Number.isNaN(at) || Number(parts[2]) > 24 ? null : at;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
