import { alertsCovering, zoneHolds } from '@allclear/domain';
import type { Database } from '../platform/database/database.ts';
import type { AlertsAt, AlertsLive } from './alerts-live.ts';
import { zonesNamed } from './ask-zone-shapes.ts';
import { zoneShapeStates, zoneShapesAround } from './zone-shapes.store.ts';

/**
 * The alerts in effect at any point of the map (degrees). Where the zones of the point were not requested
 * from the service, the shapes of the zones that alerts name decide, with their edges widened by their
 * tolerance; `unknown` when one of these shapes is missing.
 */
export async function alertsAtPoint(
  db: Database,
  live: AlertsLive,
  vendors: readonly string[],
  point: { readonly latitude: number; readonly longitude: number },
): Promise<AlertsAt> {
  if (live.zonesAt(point) !== null) return live.at(point);
  const { state, alerts, asOf } = live.everywhere();
  const named = zonesNamed(alerts);
  const drawn = new Set(
    (await zoneShapeStates(db, vendors, named)).flatMap(({ zone, fetchedAt }) =>
      fetchedAt === null ? [] : [zone],
    ),
  );
  const around = await zoneShapesAround(db, vendors, named, point);
  const zones = around
    .filter(({ polygons, toleranceDegrees }) => zoneHolds(polygons, point, toleranceDegrees))
    .map(({ zone }) => zone);
  const isWhole = named.every((zone) => drawn.has(zone));
  return {
    state: state === 'known' && isWhole ? 'known' : 'unknown',
    alerts: alertsCovering(alerts, { ...point, zones }),
    asOf,
  };
}
