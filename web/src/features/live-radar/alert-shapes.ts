import type { MapAlert } from '@allclear/contract';
import type { Feature, FeatureCollection, Geometry, MultiPolygon, Polygon } from 'geojson';

/** FIPS codes of states and territories, by which the county shapes are filed. */
const fipsByState: Record<string, string> = Object.fromEntries(
  (
    'AL01 AK02 AZ04 AR05 CA06 CO08 CT09 DE10 DC11 FL12 GA13 HI15 ID16 IL17 IN18 IA19 KS20 KY21 LA22 ME23 MD24 MA25 MI26 MN27 MS28 MO29 MT30 NE31 ' +
    'NV32 NH33 NJ34 NM35 NY36 NC37 ND38 OH39 OK40 OR41 PA42 RI44 SC45 SD46 TN47 TX48 UT49 VT50 VA51 WA53 WV54 WI55 WY56 AS60 GU66 MP69 PR72 VI78'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), entry.slice(2)]),
);

/** 'TXC239' is the county 48239; null for what is no county (a forecast zone, a piece of sea). */
export function countyOf(zone: string): string | null {
  const [, state, number] = /^([A-Z]{2})C(\d{3})$/.exec(zone) ?? [];
  const fips = state && fipsByState[state];
  return fips && number !== '000' ? fips + number : null;
}

export interface AlertShapes {
  readonly shapes: FeatureCollection<Polygon | MultiPolygon>;
  /** Alerts of which nothing, or not everything, can be drawn: they name zones whose shapes this installation does not have. */
  readonly undrawn: readonly MapAlert[];
}

/** What can be drawn of the alerts, the gravest last so that it lies on top. `counties` are shapes by FIPS code; null while they are not there. */
export function alertShapes(alerts: readonly MapAlert[], counties: ReadonlyMap<string, Geometry> | null): AlertShapes {
  const undrawn: MapAlert[] = [];
  const features = alerts.flatMap((alert): Feature<Polygon | MultiPolygon>[] => {
    const properties = { Identifier: alert.Identifier, Event: alert.Event, Color: alert.Color };
    if (alert.Geometry) return [{ type: 'Feature', properties, geometry: alert.Geometry as MultiPolygon }];
    const found = alert.Zones.map((zone) => counties?.get(countyOf(zone) ?? ''));
    if (found.length === 0 || found.includes(undefined)) undrawn.push(alert);
    return found
      .filter((shape): shape is Polygon | MultiPolygon => shape?.type === 'Polygon' || shape?.type === 'MultiPolygon')
      .map((geometry) => ({ type: 'Feature', properties, geometry }));
  });
  return { shapes: { type: 'FeatureCollection', features: features.reverse() }, undrawn };
}

/** Whether any alert has to be drawn from county shapes. */
export function needsCounties(alerts: readonly MapAlert[]): boolean {
  return alerts.some(({ Geometry, Zones }) => Geometry === null && Zones.some((zone) => countyOf(zone) !== null));
}
