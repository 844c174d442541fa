import { type Ring, zoneHolds } from '@allclear/domain';
import { randomFrom } from './random.ts';
import { groupPlaces } from './world/places.ts';
import type { SimulationOptions } from './world/world.ts';

/**
 * Forecast zones of the simulated weather service: nine around each region of places, the places themselves
 * in the middle one.
 */
export interface SimulatedZone {
  /** 'SAZ004': the region by its letter, the zones by rows from the north-west; 5 is in the middle. */
  readonly code: string;
  readonly ring: Ring;
}

/** Margin of the middle zone around the places. */
const MARGIN_DEGREES = 0.4;
const WIDTH_DEGREES = 0.9;
/** Largest displacement of an edge: never over a place. */
const OFFSET_DEGREES = 0.12;
/** Number of times that each edge is halved. */
const HALVINGS = 4;

type Corner = readonly [longitude: number, latitude: number];

export function simulatedZoneCode(group: number, number: number): string {
  return `S${String.fromCharCode(65 + group)}Z${String(number).padStart(3, '0')}`;
}

/** The zones of all regions; a pure function of the options. */
export function simulatedZones({
  seed,
  places,
}: Pick<SimulationOptions, 'seed' | 'places'>): SimulatedZone[] {
  return groupPlaces(places).flatMap((members, group) => {
    const latitudes = members.map(({ latitude }) => latitude);
    const longitudes = members.map(({ longitude }) => longitude);
    const [west, east] = [Math.min(...longitudes) - MARGIN_DEGREES, Math.max(...longitudes) + MARGIN_DEGREES];
    const [south, north] = [Math.min(...latitudes) - MARGIN_DEGREES, Math.max(...latitudes) + MARGIN_DEGREES];
    const columns = [west - WIDTH_DEGREES, west, east, east + WIDTH_DEGREES];
    const rows = [north + WIDTH_DEGREES, north, south, south - WIDTH_DEGREES];
    const corner = (column: number, row: number): Corner => [
      rounded(columns[column] ?? 0),
      rounded(rows[row] ?? 0),
    ];
    /** Neighbors share their edge, so it is always computed in the same direction. */
    const edge = (from: [number, number], to: [number, number]): Corner[] => {
      const isForward = from[0] < to[0] || from[1] < to[1];
      const [first, last] = isForward ? [from, to] : [to, from];
      const wavy = displaced(
        corner(...first),
        corner(...last),
        randomFrom(seed, 'zones', group, ...first, ...last),
      );
      return (isForward ? wavy : wavy.toReversed()).slice(0, -1);
    };
    return Array.from({ length: 9 }, (_, index): SimulatedZone => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      const around = [
        ...edge([column, row], [column + 1, row]),
        ...edge([column + 1, row], [column + 1, row + 1]),
        ...edge([column + 1, row + 1], [column, row + 1]),
        ...edge([column, row + 1], [column, row]),
      ];
      return { code: simulatedZoneCode(group, index + 1), ring: [...around, ...around.slice(0, 1)] };
    });
  });
}

/** The zones that contain a place; none far from all places. */
export function simulatedZonesAt(
  zones: readonly SimulatedZone[],
  place: { readonly latitude: number; readonly longitude: number },
): string[] {
  return zones.filter(({ ring }) => zoneHolds([[ring]], place, 0)).map(({ code }) => code);
}

/** An irregular line from corner to corner: each half is displaced by half as much as the whole. */
function displaced(from: Corner, to: Corner, random: () => number): Corner[] {
  let line: Corner[] = [from, to];
  for (let halving = 0, offset = OFFSET_DEGREES / 2; halving < HALVINGS; halving++, offset /= 2) {
    line = line.flatMap((corner, index): Corner[] => {
      const before = line[index - 1];
      if (before === undefined) return [corner];
      const [x, y] = [(before[0] + corner[0]) / 2, (before[1] + corner[1]) / 2];
      return [[rounded(x + (random() * 2 - 1) * offset), rounded(y + (random() * 2 - 1) * offset)], corner];
    });
  }
  return line;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
