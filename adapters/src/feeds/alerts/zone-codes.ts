/**
 * Zones of the US National Weather Service by their UGC code ('FLZ151', county 'FLC103'). Fire weather zones
 * are numbered separately: the fire zone CAZ226 is another area than the public zone CAZ226, so it is written
 * 'fire/CAZ226'.
 */

const UGC = /^[A-Z]{2}[CZ]\d{3}$/;
const ZONE_URL = /\/zones\/([a-z]+)\/([A-Z]{2}[CZ]\d{3})$/;

/** 'https://api.weather.gov/zones/forecast/FLZ151' gives 'FLZ151'; null for anything else. */
export function zoneOfUrl(url: unknown): string | null {
  const [, type, code] = typeof url === 'string' ? (ZONE_URL.exec(url) ?? []) : [];
  return code === undefined ? null : type === 'fire' ? `fire/${code}` : code;
}

/** The URL of a zone; marine zones are forecast zones of the service. Null for an invalid code. */
export function zoneUrl(zone: string): string | null {
  const isFire = zone.startsWith('fire/');
  const code = isFire ? zone.slice('fire/'.length) : zone;
  if (!UGC.test(code)) return null;
  return `https://api.weather.gov/zones/${isFire ? 'fire' : code[2] === 'C' ? 'county' : 'forecast'}/${code}`;
}

/**
 * The zones of an alert: from the URLs of its zones, which contain their kind, and from additional bare
 * codes. Bare codes of fire weather count as both kinds.
 */
export function zonesOfAlert(affectedZones: unknown, codes: unknown, event: string): string[] {
  const zones = new Set(listOf(affectedZones).map(zoneOfUrl));
  zones.delete(null);
  const isFireWeather = /\bfire\b|red flag/i.test(event);
  for (const code of listOf(codes)) {
    if (typeof code !== 'string' || !UGC.test(code) || zones.has(`fire/${code}`)) continue;
    zones.add(code);
    if (isFireWeather) zones.add(`fire/${code}`);
  }
  return [...zones] as string[];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
