import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import { type Box, boxesAround, halves, nearAny } from './metar-boxes.ts';
import { parseMetarRow } from './metar-report.ts';
import type { ObservationFeed, StationReport } from './port.ts';

const SOURCE = 'aviationweather.gov';
const ENDPOINT = 'https://aviationweather.gov/api/data/metar';
const MAX_ROWS = 400;
/** New boxes that one poll may request at once; after that it is one request a poll, as the service asks. */
const MAX_FIRST_REQUESTS = 8;
const FUTURE_TOLERANCE_MS = 300_000;
const RETENTION_MS = 3 * 3_600_000;

/**
 * Surface reports (METAR) from the Aviation Weather Center. Requests boxes around the places, one a minute in
 * turn where there are several, and returns the newest report of every station near a place, including those
 * of boxes requested earlier (not older than 3 hours).
 */
export function createMetarFeed({ http }: { http: HttpClient }): ObservationFeed {
  const reports = new Map<string, StationReport>();
  const askedAt = new Map<string, number>();
  const tooFull = new Set<string>();

  const expand = (box: Box): Box[] => (tooFull.has(keyOf(box)) ? halves(box).flatMap(expand) : [box]);

  /** The next requests: the boxes never requested, else the one whose turn it is. */
  function chooseBoxes(boxes: readonly Box[]): Box[] {
    const fresh = boxes.filter((box) => !askedAt.has(keyOf(box)));
    if (fresh.length > 0) return fresh.slice(0, MAX_FIRST_REQUESTS);
    const lastAskedAt = (box: Box) => askedAt.get(keyOf(box)) ?? 0;
    return boxes.toSorted((a, b) => lastAskedAt(a) - lastAskedAt(b)).slice(0, 1);
  }

  async function ask(box: Box, now: number, signal: AbortSignal): Promise<void> {
    askedAt.set(keyOf(box), now);
    const url = `${ENDPOINT}?bbox=${keyOf(box)}&format=json`;
    const { bytes } = await http.get({ source: SOURCE, url, signal });
    const found = parseMetars(bytes);
    if (found.rows >= MAX_ROWS) tooFull.add(keyOf(box));
    for (const report of found.reports) {
      if (report.observedAt > now + FUTURE_TOLERANCE_MS) continue;
      if ((reports.get(report.stationId)?.observedAt ?? 0) <= report.observedAt)
        reports.set(report.stationId, report);
    }
  }

  return {
    vendor: 'metar',
    pollEveryMs: 60_000,
    async poll({ now, places, signal }) {
      const boxes = boxesAround(places).flatMap(expand);
      const current = new Set(boxes.map(keyOf));
      for (const key of askedAt.keys()) if (!current.has(key)) askedAt.delete(key);
      for (const box of chooseBoxes(boxes)) await ask(box, now, signal);
      for (const [id, { observedAt }] of reports) if (now - observedAt >= RETENTION_MS) reports.delete(id);
      const isNear = nearAny(places);
      return [...reports.values()].filter(isNear);
    },
  };
}

function keyOf(box: Box): string {
  return box.join(',');
}

/**
 * Reads the service's response: [] and an empty body (204) mean no reports. Invalid rows are skipped; if all
 * are invalid: malformed.
 */
export function parseMetars(bytes: Uint8Array): { reports: StationReport[]; rows: number } {
  const body = Buffer.from(bytes).toString('utf8').trim();
  if (!body) return { reports: [], rows: 0 };
  const malformed = (problem: string) =>
    new AdapterError(SOURCE, 'malformed', `The METAR answer ${problem}.`);
  if (body.startsWith('<')) throw malformed('is a page and not data');
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    throw malformed('is not JSON');
  }
  if (!Array.isArray(json)) throw malformed('is not a list');
  const reports = json.map(parseMetarRow).filter((report) => report !== null);
  if (json.length > 0 && reports.length === 0) throw malformed('holds no report of the shape that is known');
  return { reports, rows: json.length };
}
