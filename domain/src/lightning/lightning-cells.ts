/** The cells of half a degree by which the lightning index stores its points. */
import { cosineOfMiles } from '../core/index.ts';

const cellsPerDegree = 2;
const radiansPerDegree = Math.PI / 180;

/** The number of the cell that contains a point; degrees, any longitude. */
export function cellOf(latitude: number, longitude: number): number {
  const columns = 360 * cellsPerDegree;
  const column = ((Math.floor((longitude + 180) * cellsPerDegree) % columns) + columns) % columns;
  return Math.floor((latitude + 90) * cellsPerDegree) * columns + column;
}

/** The numbers of all cells that a circle can touch. */
export function cellsAround(
  place: { readonly latitude: number; readonly longitude: number },
  miles: number,
): Set<number> {
  const reach = Math.acos(cosineOfMiles(miles)) / radiansPerDegree + 1e-3;
  const columns = 360 * cellsPerDegree;
  const cells = new Set<number>();
  const rowFrom = Math.max(0, Math.floor((place.latitude - reach + 90) * cellsPerDegree));
  const rowTo = Math.min(180 * cellsPerDegree, Math.floor((place.latitude + reach + 90) * cellsPerDegree));
  const steepest = Math.min(90, Math.abs(place.latitude) + reach) * radiansPerDegree;
  const ratio = Math.sin(reach * radiansPerDegree) / Math.cos(Math.min(steepest, Math.PI / 2));
  const half = ratio >= 1 || ratio < 0 ? 180 : Math.asin(ratio) / radiansPerDegree + 1e-3;
  const columnFrom = Math.floor((place.longitude - half + 180) * cellsPerDegree);
  const columnTo = Math.min(
    columnFrom + columns - 1,
    Math.floor((place.longitude + half + 180) * cellsPerDegree),
  );
  for (let row = rowFrom; row <= rowTo; row++) {
    for (let column = columnFrom; column <= columnTo; column++)
      cells.add(row * columns + (((column % columns) + columns) % columns));
  }
  return cells;
}
