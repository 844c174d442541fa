/** A high or a low of a surface analysis. */
export interface PressureCenter {
  readonly kind: 'high' | 'low';
  readonly pressureMb: number;
  readonly latitude: number;
  /** Degrees east; continues below −180 west of the antimeridian. */
  readonly longitude: number;
}

export interface Front {
  readonly kind: 'cold' | 'warm' | 'stationary' | 'occluded' | 'trough' | 'dry-line';
  readonly strength: 'weak' | 'moderate' | 'strong' | null;
  /** [longitude, latitude], in the order of the analysis: symbols are drawn on the left of the line. */
  readonly points: readonly (readonly [number, number])[];
}

export interface SurfaceAnalysis {
  /** Instant of the analysis, epoch ms. */
  readonly validAt: number;
  readonly centres: readonly PressureCenter[];
  readonly fronts: readonly Front[];
}

const kinds: Record<string, Front['kind']> = {
  COLD: 'cold',
  WARM: 'warm',
  STNRY: 'stationary',
  OCFNT: 'occluded',
  TROF: 'trough',
  DRYLN: 'dry-line',
  DRYLINE: 'dry-line',
};
const strengths: Record<string, Front['strength']> = { WK: 'weak', MDT: 'moderate', STG: 'strong' };
const HALF_YEAR_MS = 183 * 24 * 3_600_000;

/**
 * Decodes the first analysis in a bulletin of the Weather Prediction Center's coded surface frontal
 * positions. The bulletin omits the year; `near` (epoch ms) selects it. Groups of seven digits are tenths of
 * degrees north and west, groups of four or five whole degrees. A line without a keyword continues the line
 * above. Null for a text without a time and a front or center; invalid groups are omitted. Source: WPC,
 * 'Coded Surface Frontal Positions' (CODSUS).
 */
export function decodeFronts(text: string, near: number): SurfaceAnalysis | null {
  const valid = /^\s*(?:SURFACE PROG )?VALID\s+(\d{6,12})Z\s*$/im.exec(text);
  const validAt = valid ? validInstant(valid[1] ?? '', near) : null;
  if (!valid || validAt === null) return null;
  const [body = ''] = text
    .slice(valid.index + valid[0].length)
    .split(/^\s*(?:SURFACE PROG )?VALID\s|^\s*\$\$/im);
  const centres: PressureCenter[] = [];
  const fronts: Front[] = [];
  for (const [keyword = '', ...groups] of sections(body)) {
    if (keyword === 'HIGHS' || keyword === 'LOWS') centres.push(...readCenters(keyword, groups));
    else {
      const points = groups.map(readPlace).filter((place) => place !== null);
      const strength = groups.map((group) => strengths[group]).find((one) => one !== undefined) ?? null;
      const kind = kinds[keyword];
      if (kind && points.length > 1) fronts.push({ kind, strength, points });
    }
  }
  return centres.length + fronts.length === 0 ? null : { validAt, centres, fronts };
}

/** Each keyword with the groups that follow it. */
function sections(body: string): string[][] {
  const found: string[][] = [];
  for (const group of body.toUpperCase().split(/\s+/).filter(Boolean)) {
    if (group === 'HIGHS' || group === 'LOWS' || Object.hasOwn(kinds, group)) found.push([group]);
    else found.at(-1)?.push(group);
  }
  return found;
}

/** A pressure (mb), then its place; a pressure may stand for several places. */
function readCenters(keyword: 'HIGHS' | 'LOWS', groups: readonly string[]): PressureCenter[] {
  const centres: PressureCenter[] = [];
  let pressureMb: number | null = null;
  for (const group of groups) {
    const value = Number(group);
    // 1023 could be 10° N 23° W too, but a position is never the first group.
    if (pressureMb === null && /^\d{3,4}$/.test(group) && value >= 850 && value <= 1100) pressureMb = value;
    else {
      const place = readPlace(group);
      if (place && pressureMb !== null) {
        centres.push({
          kind: keyword === 'HIGHS' ? 'high' : 'low',
          pressureMb,
          latitude: place[1],
          longitude: place[0],
        });
      }
      pressureMb = null;
    }
  }
  return centres;
}

/** [longitude, latitude] of a group; null for an invalid group. */
function readPlace(group: string): [number, number] | null {
  const fine = /^(\d{3})(\d{4})$/.exec(group);
  const coarse = /^(\d{2})(\d{2,3})$/.exec(group);
  const match = fine ?? coarse;
  if (!match) return null;
  const scale = fine ? 10 : 1;
  const [latitude, west] = [Number(match[1]) / scale, Number(match[2]) / scale];
  return latitude <= 90 && west <= 360 ? [0 - west, latitude] : null;
}

/** 'MMDDHH' of the nearest year, or 'YYYYMMDDHHMM'. */
function validInstant(digits: string, near: number): number | null {
  if (digits.length === 12) {
    const [month, day, hour, minute] = twoDigitNumbers(digits.slice(4));
    return checked(Number(digits.slice(0, 4)), month, day, hour, minute);
  }
  if (digits.length !== 6) return null;
  const [month, day, hour] = twoDigitNumbers(digits);
  const year = new Date(near).getUTCFullYear();
  const candidates = [year - 1, year, year + 1]
    .map((one) => checked(one, month, day, hour, 0))
    .filter((at) => at !== null);
  return candidates.find((at) => Math.abs(at - near) <= HALF_YEAR_MS) ?? null;
}

/** Up to four numbers of two digits; 0 for a missing one, which is no month. */
function twoDigitNumbers(digits: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = Array.from(digits.matchAll(/\d\d/g), ([digits]) => Number(digits));
  return [a, b, c, d];
}

function checked(year: number, month: number, day: number, hour: number, minute: number): number | null {
  const at = Date.UTC(year, month - 1, day, hour, minute);
  return new Date(at).getUTCMonth() === month - 1 && hour < 24 && minute < 60 ? at : null;
}
