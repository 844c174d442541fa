import type { GeoJSONSource, GeoJSONSourceDiff, Map as MapLibreMap } from 'maplibre-gl';
import type { AlertArea } from './alert-shapes.ts';

/** MapLibre copies every vertex on its way to the worker: this many take some 15 ms. */
const maxCorners = 8_000;

export interface AreaChange {
  readonly remove: string[];
  readonly add: AlertArea[];
}

/**
 * The next step from the drawn areas (by id) to the wanted ones, with `most` vertices or one area; null when
 * nothing is left to do.
 */
export function nextChange(
  drawn: ReadonlyMap<string, AlertArea>,
  wanted: ReadonlyMap<string, AlertArea>,
  maximum = maxCorners,
): AreaChange | null {
  const remove = [...drawn.keys()].filter((id) => !wanted.has(id));
  const add: AlertArea[] = [];
  let corners = 0;
  for (const [id, area] of wanted) {
    const before = drawn.get(id);
    if (before && isSame(before, area)) continue;
    corners += cornersOf(area);
    if (add.length > 0 && corners > maximum) break;
    if (before) remove.push(id);
    add.push(area);
  }
  return remove.length === 0 && add.length === 0 ? null : { remove, add };
}

function isSame(a: AlertArea, b: AlertArea): boolean {
  return (
    a.geometry === b.geometry &&
    a.properties.Color === b.properties.Color &&
    a.properties.Rank === b.properties.Rank
  );
}

function cornersOf({ geometry }: AlertArea): number {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flat().reduce((sum, ring) => sum + ring.length, 0);
}

/**
 * Updates a source of the map to the wanted areas step by step: a severe day has thousands of zones, and a
 * single update would block the page for seconds at every change. `show` sets the wanted areas; `again`
 * checks whether the style was replaced.
 */
export function createAlertSource(
  map: MapLibreMap,
  id: string,
): { show(areas: readonly AlertArea[]): void; again(): void; stop(): void } {
  let wanted = new Map<string, AlertArea>();
  let source: GeoJSONSource | undefined;
  let drawn = new Map<string, AlertArea>();
  let isBusy = false;
  let isOver = false;

  const work = async () => {
    if (isBusy) return;
    isBusy = true;
    try {
      while (!isOver) {
        const present = map.getSource<GeoJSONSource>(id);
        if (present !== source) [source, drawn] = [present, new Map()];
        const change = source ? nextChange(drawn, wanted) : null;
        if (!source || !change) return;
        for (const gone of change.remove) drawn.delete(gone);
        for (const area of change.add) drawn.set(area.id, area);
        await source.updateData(change as GeoJSONSourceDiff);
      }
    } catch (error) {
      if (!isOver) console.warn(error);
    } finally {
      isBusy = false;
    }
  };

  return {
    show(areas) {
      wanted = new Map(areas.map((area) => [area.id, area]));
      void work();
    },
    again: () => void work(),
    stop() {
      isOver = true;
    },
  };
}
