import type { ActiveAlert, AlertPlace } from '@allclear/domain';

export interface IndexedAlerts {
  /** The alerts that may cover a place, in the order given; `alertCovers` has the last word. */
  near(place: AlertPlace): ActiveAlert[];
}

interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/**
 * Finds alerts by the zones they name and the boxes around their polygons, so that asking for a thousand
 * places does not walk over every corner of every alert a thousand times.
 */
export function indexAlerts(alerts: readonly ActiveAlert[]): IndexedAlerts {
  const byZone = new Map<string, number[]>();
  const drawn: { readonly box: Box; readonly index: number }[] = [];
  for (const [index, { alert }] of alerts.entries()) {
    const rings = alert.polygons.filter((ring) => ring.length >= 3);
    for (const ring of rings) drawn.push({ box: boxOf(ring), index });
    for (const zone of rings.length > 0 ? [] : alert.zones) {
      const known = byZone.get(zone);
      if (known) known.push(index);
      else byZone.set(zone, [index]);
    }
  }
  return {
    near({ latitude, longitude, zones }) {
      const found = new Set(zones.flatMap((zone) => byZone.get(zone) ?? []));
      for (const { box, index } of drawn) {
        if (latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east)
          found.add(index);
      }
      return [...found].sort((a, b) => a - b).flatMap((index) => alerts[index] ?? []);
    },
  };
}

/** A ring that touches the date line gets a box around the whole earth. */
function boxOf(ring: readonly (readonly [longitude: number, latitude: number])[]): Box {
  let [south, north, west, east] = [90, -90, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const [longitude, latitude] of ring) {
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  const isAcross = east - west > 180 || west <= -180 || east >= 180;
  return isAcross
    ? { south, north, west: Number.NEGATIVE_INFINITY, east: Number.POSITIVE_INFINITY }
    : { south, north, west, east };
}
