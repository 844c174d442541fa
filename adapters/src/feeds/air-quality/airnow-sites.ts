import { AdapterError } from '../../adapter-error.ts';

export type SitePositions = ReadonlyMap<string, { readonly latitude: number; readonly longitude: number }>;

/**
 * Positions of AirNow's monitors by their AQS id, the short and the full one, from AirNow's site file
 * (version 2: fields separated by bars, the first line names them). Lines without a position are skipped.
 * Throws AdapterError `malformed` when none is left.
 */
export function parseAirnowSites(bytes: Uint8Array, source: string): SitePositions {
  const [header = '', ...lines] = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .split(/\r?\n/);
  const names = header.split('|').map((name) => name.trim().replaceAll('"', ''));
  const latitude = names.indexOf('Latitude');
  const longitude = names.indexOf('Longitude');
  const ids = ['AQSID', 'FullAQSID'].map((name) => names.indexOf(name));
  const sites = new Map<string, { latitude: number; longitude: number }>();
  if (latitude >= 0 && longitude >= 0) {
    for (const line of lines) {
      const fields = line.split('|');
      const position = {
        latitude: degrees(fields[latitude], 90),
        longitude: degrees(fields[longitude], 180),
      };
      // Zero and zero means no position.
      if (
        Number.isNaN(position.latitude + position.longitude) ||
        (position.latitude === 0 && position.longitude === 0)
      )
        continue;
      for (const id of ids.map((column) => fields[column])) if (id) sites.set(id.trim(), position);
    }
  }
  if (sites.size === 0)
    throw new AdapterError(
      source,
      'malformed',
      'The list of monitors is not one of the shape that is known.',
    );
  return sites;
}

function degrees(text: string | undefined, maximum: number): number {
  const value = text?.trim() ? Number(text) : Number.NaN;
  return Math.abs(value) <= maximum ? value : Number.NaN;
}
