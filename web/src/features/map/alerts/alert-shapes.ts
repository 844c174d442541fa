import type { MapAlert } from '@allclear/contract';
import { severityRank } from '@allclear/domain';
import type { Feature, Geometry, MultiPolygon, Polygon } from 'geojson';

/** FIPS codes of states and territories, which are the keys of the county shapes. */
const fipsByState: Record<string, string> = Object.fromEntries(
  (
    'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27 MS28 MO29 MT30 NE31 ' +
    'NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 WV54 WI55 WY56 AS60 GU66 MP69 PR72 VI78'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** 'TXC239' is the county 48239; null for anything else (a forecast zone, a marine area). */
export function countyOf(zone: string): string | null {
  const [, state, number] = /^([A-Z]{2})C(\d{3})$/.exec(zone) ?? [];
  const fips = state && fipsByState[state];
  return fips && number !== '000' ? fips + number : null;
}

/** The areas that are known. */
export interface DrawnAreas {
  /** By FIPS code, from our own files; null until they are loaded. */
  readonly counties: ReadonlyMap<string, Geometry> | null;
  /** By the codes in alerts, from the weather service. */
  readonly zones: ReadonlyMap<string, Geometry>;
  /** Zones whose areas are not available. */
  readonly unavailable: ReadonlySet<string>;
}

/**
 * One area of one alert: its `id` and its geometry keep their identity until something changes. A greater
 * `Rank` is on top.
 */
export type AlertArea = Feature<
  Polygon | MultiPolygon,
  { Identifier: string; Event: string; Color: string; Rank: number }
> & { readonly id: string };

export interface AlertShapes {
  readonly areas: readonly AlertArea[];
  /** Alerts that are not drawn, or not fully, yet. */
  readonly pending: readonly MapAlert[];
  /** Alerts that cannot be drawn, or not fully: the area of a zone is not available. */
  readonly unavailable: readonly MapAlert[];
}

/** The areas of the alerts that can be drawn. */
export function alertShapes(alerts: readonly MapAlert[], shapes: DrawnAreas): AlertShapes {
  const pending: MapAlert[] = [];
  const unavailable: MapAlert[] = [];
  const areas = alerts.flatMap((alert): AlertArea[] => {
    const { Identifier, Event, Color, Geometry, Zones } = alert;
    const properties = { Identifier, Event, Color, Rank: rankOf(alert) };
    const area = (zone: string, geometry: Polygon | MultiPolygon) => ({
      type: 'Feature' as const,
      id: `${Identifier} ${zone}`,
      properties,
      geometry,
    });
    if (Geometry) return [area('', Geometry as MultiPolygon)];
    const missing = Zones.filter((zone) => !areaOf(zone, shapes));
    if (Zones.length === 0 || missing.some((zone) => shapes.unavailable.has(zone))) unavailable.push(alert);
    else if (missing.length > 0) pending.push(alert);
    return Zones.flatMap((zone) => {
      const geometry = areaOf(zone, shapes);
      return geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon' ? [area(zone, geometry)] : [];
    });
  });
  return { areas, pending, unavailable };
}

/** The most severe are on top, of equal ones the newest; independent of other alerts. */
function rankOf({ Severity, Sent }: MapAlert): number {
  return (Date.parse(Sent) || 0) / 60_000 - severityRank(Severity) * 1e8;
}

function areaOf(zone: string, { counties, zones }: DrawnAreas): Geometry | undefined {
  const county = countyOf(zone);
  return (county === null ? undefined : counties?.get(county)) ?? zones.get(zone);
}

const namedBy = (alerts: readonly MapAlert[]) =>
  alerts.flatMap(({ Geometry, Zones }) => (Geometry === null ? Zones : []));

/** Whether any alert needs county shapes. */
export function needsCounties(alerts: readonly MapAlert[]): boolean {
  return namedBy(alerts).some((zone) => countyOf(zone) !== null);
}

/**
 * The zones, sorted by code, to request from the server: all except counties in our own file. Counties wait
 * for that file.
 */
export function zonesToLoad(alerts: readonly MapAlert[], counties: DrawnAreas['counties']): string[] {
  const isOurs = (county: string | null) => county !== null && (counties === null || counties.has(county));
  return [...new Set(namedBy(alerts).filter((zone) => !isOurs(countyOf(zone))))].sort();
}
