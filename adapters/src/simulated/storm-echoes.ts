import { haversineMiles, MILES_PER_DEGREE, radarLevel } from '@allclear/domain';
import type { LevelGrid } from '../raster/draw-grid.ts';
import type { GeoBox } from '../raster/web-mercator.ts';
import { createStormTracks, type SimulationOptions, type StormCell } from './storm-tracks.ts';

const CORE_DBZ_AT_REST = 42;
const CORE_DBZ_MORE = 19;
/** At the rim of a cell, where its lightning thins out, this is gone; four times as much at twice the radius. */
const FALL_DBZ = 22;
const GRAIN_DBZ = 5;
const REACH_RADII = 1.6;
const GRAINS_PER_DEGREE = 40;

/** Reflectivity in the core of a simulated storm, dBZ. */
export function coreDbz({ strength }: Pick<StormCell, 'strength'>): number {
  return CORE_DBZ_AT_REST + CORE_DBZ_MORE * strength;
}

/**
 * What a radar sees of the storms of `createSimulatedLightning` with the same options at an instant (epoch ms): the strongest echo in the middle
 * of each cell, grained as rain is. A pure function; only the boxes around storms are worked through.
 */
export function simulatedEchoes(options: SimulationOptions, at: number, size: { box: GeoBox; columns: number; rows: number }): LevelGrid {
  const { box, columns, rows } = size;
  const levels = new Uint8Array(columns * rows);
  const high = (box.north - box.south) / rows;
  const wide = (box.east - box.west) / columns;
  for (const cell of createStormTracks(options)(at)) {
    const reachMiles = cell.radiusMiles * REACH_RADII;
    const reachNorth = reachMiles / MILES_PER_DEGREE;
    const reachEast = reachNorth / Math.cos((cell.latitude * Math.PI) / 180);
    // A box over the antimeridian counts on past 180.
    const longitude = cell.longitude + reachEast < box.west ? cell.longitude + 360 : cell.longitude;
    const firstRow = Math.max(0, Math.floor((box.north - cell.latitude - reachNorth) / high));
    const lastRow = Math.min(rows - 1, Math.floor((box.north - cell.latitude + reachNorth) / high));
    const firstColumn = Math.max(0, Math.floor((longitude - reachEast - box.west) / wide));
    const lastColumn = Math.min(columns - 1, Math.floor((longitude + reachEast - box.west) / wide));
    for (let row = firstRow; row <= lastRow; row++) {
      const latitude = box.north - (row + 0.5) * high;
      for (let column = firstColumn; column <= lastColumn; column++) {
        const here = box.west + (column + 0.5) * wide;
        const radii = haversineMiles(cell.latitude, longitude, latitude, here) / cell.radiusMiles;
        if (radii > REACH_RADII) continue;
        const dbz = coreDbz(cell) - FALL_DBZ * radii ** 2 + GRAIN_DBZ * grain(latitude, here - 360 * Math.round(here / 360));
        const index = row * columns + column;
        levels[index] = Math.max(levels[index]!, radarLevel(dbz));
      }
    }
  }
  return { box, columns, rows, levels };
}

/** −1 to 1, smooth from place to place and the same for all sizes of picture. */
function grain(latitude: number, longitude: number): number {
  const [x, y] = [longitude * GRAINS_PER_DEGREE, latitude * GRAINS_PER_DEGREE];
  return (Math.sin(x + 1.7 * Math.sin(y * 0.9)) + Math.sin(1.3 * y + 2.1 * Math.sin(x * 0.7))) / 2;
}
