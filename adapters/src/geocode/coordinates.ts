import type { GeocodedPlace } from './port.ts';

const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)\s*°?\s*`;
const COORDINATES = new RegExp(String.raw`^\s*${NUMBER}([NS])?\s*(?:,|;|\s)\s*${NUMBER}([EW])?\s*$`, 'i');

/**
 * The point of '27.95, -82.46' or '27.95 N 82.46 W', latitude first. Null for other text and for invalid
 * coordinates.
 */
export function parseCoordinates(text: string): GeocodedPlace | null {
  const [, first, northSouth, second, eastWest] = COORDINATES.exec(text) ?? [];
  if (first === undefined || second === undefined) return null;
  const latitude = Number(first) * (/s/i.test(northSouth ?? '') ? -1 : 1);
  const longitude = Number(second) * (/w/i.test(eastWest ?? '') ? -1 : 1);
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { label: `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`, latitude, longitude };
}

/**
 * Folded text for comparing names: lower case without accents and marks, single spaces. 'Saint-Étienne' →
 * 'saint etienne'.
 */
export function foldName(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’.`]/g, '')
    .replace(/[^\p{L}\p{N},]+/gu, ' ')
    .trim();
}
