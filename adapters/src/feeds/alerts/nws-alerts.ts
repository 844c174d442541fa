import { AdapterError } from '../../adapter-error.ts';
import { describeUrl, type HttpClient } from '../../http-client/index.ts';
import { asOfList, type NwsAlertPage, readNwsAlerts } from './nws-alert-list.ts';
import { createNwsPoints, type NwsPoints } from './nws-points.ts';
import { readNwsZoneShape } from './nws-zone-shapes.ts';
import type { AlertFeed } from './port.ts';

const SOURCE = 'api.weather.gov';
const ENDPOINT = 'https://api.weather.gov/alerts/active?status=actual';
/** A list of 400 alerts has 1.3 MB; the worst outbreaks have some 1,500. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_PAGES = 20;

/**
 * Watches, warnings and advisories of the US National Weather Service: all in one conditional request a
 * minute. `points` may be shared with the forecast.
 */
export function createNwsAlerts({
  http,
  points = createNwsPoints({ http }),
}: {
  http: HttpClient;
  points?: NwsPoints;
}): AlertFeed {
  let last: NwsAlertPage | null = null;

  async function readPage(
    url: string,
    conditional: boolean,
    signal: AbortSignal,
  ): Promise<NwsAlertPage | 'unchanged'> {
    const answer = await http.get({
      source: SOURCE,
      url,
      signal,
      conditional,
      maxBytes: MAX_BYTES,
      headers: { accept: 'application/geo+json' },
    });
    return answer.status === 304 ? 'unchanged' : readNwsAlerts(answer.bytes, SOURCE);
  }

  /**
   * The whole list. Today it is one page, but the format allows more; a paged list must not be requested
   * conditionally by its first page alone.
   */
  async function readWhole(signal: AbortSignal): Promise<NwsAlertPage> {
    const known = last;
    // Until the list has been read whole again, a 304 does not prove that the previous response was usable.
    last = null;
    const first = await readPage(ENDPOINT, known !== null, signal);
    if (first === 'unchanged') {
      if (known === null)
        throw new AdapterError(
          SOURCE,
          'upstream',
          `${describeUrl(ENDPOINT)} says that nothing changed though nothing was asked.`,
        );
      last = known;
      return known;
    }
    let whole = first;
    for (let pages = 1; whole.next !== null; pages++) {
      if (pages === MAX_PAGES || !whole.next.startsWith('https://api.weather.gov/')) {
        throw new AdapterError(SOURCE, 'malformed', 'The list of alerts cannot be read to its end.');
      }
      const page = await readPage(whole.next, false, signal);
      if (page === 'unchanged')
        throw new AdapterError(SOURCE, 'upstream', 'A page of the list of alerts is missing.');
      whole = {
        ...page,
        alerts: [...whole.alerts, ...page.alerts],
        unreadable: whole.unreadable + page.unreadable,
        updatedAt: whole.updatedAt,
      };
      if (whole.next === null) return whole;
    }
    last = whole;
    return whole;
  }

  return {
    vendor: 'nws',
    pollEveryMs: 60_000,
    async poll({ now, signal, onFault }) {
      const whole = await readWhole(signal);
      if (whole.unreadable > 0)
        onFault?.(
          new AdapterError(SOURCE, 'malformed', 'The list of alerts holds entries that are no alerts.'),
        );
      return { alerts: whole.alerts, asOf: asOfList(whole, now) };
    },
    zonesOf: async (request) => (await points.ask(request, 'zones')).zones,
    shapeOf: ({ zone, signal }) => readNwsZoneShape(http, zone, signal),
  };
}
