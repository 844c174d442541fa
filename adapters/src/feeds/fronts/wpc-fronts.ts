import { decodeFronts } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import type { HttpClient } from '../../http-client/index.ts';
import type { FrontsFeed } from './port.ts';

const SOURCE = 'tgftp.nws.noaa.gov';
const ENDPOINT = 'https://tgftp.nws.noaa.gov/data/raw/as/asus02.kwbc.cod.sus.txt';
const AHEAD_MS = 3_600_000;

/**
 * The Weather Prediction Center's analysis of fronts and pressure over North America, every three hours,
 * published about one and a half hours later.
 */
export function createWpcFronts({ http }: { http: HttpClient }): FrontsFeed {
  return {
    kind: 'surface-analysis',
    vendor: 'wpc',
    attribution: 'NOAA Weather Prediction Center',
    pollEveryMs: 10 * 60_000,
    async poll({ now, signal }) {
      const { bytes } = await http.get({ source: SOURCE, url: ENDPOINT, signal, maxBytes: 256 * 1024 });
      const analysis = decodeFronts(Buffer.from(bytes).toString('latin1'), now);
      if (!analysis) throw new AdapterError(SOURCE, 'malformed', 'The surface analysis cannot be read.');
      if (analysis.validAt > now + AHEAD_MS)
        throw new AdapterError(SOURCE, 'malformed', 'The surface analysis says a time that has not come.');
      return { asOf: analysis.validAt, data: analysis };
    },
  };
}
