import { radarLevel } from '@allclear/domain';
import { dropOldest } from '../bounded-cache.ts';
import { type CameraView, drawCamera } from '../simulated/camera/draw-camera.ts';
import { createWorldRoads, type WorldRoads } from '../simulated/world/roads.ts';
import {
  createWorld,
  type SimulationOptions,
  type WeatherField,
  type World,
} from '../simulated/world/world.ts';
import { drawGrid, drawLevels, type LevelGrid, radarScheme, roadScheme } from './draw-grid.ts';
import { drawMosaic, type PlacedTile } from './mosaic.ts';
import { type RoadSpot, roadsAroundSpots } from './road-spots.ts';
import { columnLongitudes, rowLatitudes, type View } from './web-mercator.ts';

/**
 * The content of a simulated image: the world at an instant, as it is or (`issuedAt`) as a model run
 * forecasts it. Epoch ms.
 */
interface SimulatedScene {
  readonly options: SimulationOptions;
  readonly at: number;
  readonly issuedAt: number | null;
  readonly view: View;
}

/**
 * A job of a drawing thread. A simulated image is computed where it is drawn, so that no grid has to be
 * transferred.
 */
export type RasterJob =
  | { readonly kind: 'grid'; readonly grid: LevelGrid; readonly view: View }
  | {
      readonly kind: 'mosaic';
      readonly tiles: readonly PlacedTile[];
      readonly view: View;
      readonly source: string;
    }
  | {
      readonly kind: 'road-spots';
      readonly spots: readonly RoadSpot[];
      readonly radiusMiles: number;
      readonly view: View;
    }
  | { readonly kind: 'camera'; readonly options: SimulationOptions; readonly camera: CameraView }
  | ({ readonly kind: 'simulated' | 'simulated-roads' } & SimulatedScene);

/** Smallest cell of a simulated grid: a few pixels, as with a real radar. */
const MAX_SIMULATED_CELLS = 1000;
/** Roads cost more per cell; two pixels of a tile share one. */
const MAX_ROAD_CELLS = 500;
/** Number of model runs with cached roads. */
const MAX_RUNS = 8;

let known: {
  readonly options: string;
  readonly world: World;
  readonly roads: Map<number | null, WorldRoads>;
} | null = null;

/** Draws a PNG. Throws AdapterError `malformed` for tiles that cannot be read. */
export function runRasterJob(job: RasterJob): Uint8Array<ArrayBuffer> {
  switch (job.kind) {
    case 'grid':
      return drawGrid(job.grid, job.view);
    case 'mosaic':
      return drawMosaic(job.tiles, job.view, job.source);
    case 'camera':
      return drawCamera(worldOf(job.options).world, job.camera);
    case 'road-spots': {
      const coarse = coarser(job.view, 1, MAX_SIMULATED_CELLS);
      return drawLevels(
        roadsAroundSpots(job.spots, job.radiusMiles, coarse),
        coarse.widthPx,
        job.view,
        roadScheme(true),
      );
    }
    case 'simulated': {
      const coarse = coarser(job.view, 1, MAX_SIMULATED_CELLS);
      const { world } = worldOf(job.options);
      const dbz = fieldOf(world, job.issuedAt).reflectivityGrid(
        job.at,
        rowLatitudes(coarse),
        columnLongitudes(coarse),
      );
      return drawLevels(Uint8Array.from(dbz, radarLevel), coarse.widthPx, job.view, radarScheme);
    }
    case 'simulated-roads': {
      const coarse = coarser(job.view, 2, MAX_ROAD_CELLS);
      const conditions = roadsOf(job.options, job.issuedAt).roadGrid(
        job.at,
        rowLatitudes(coarse),
        columnLongitudes(coarse),
      );
      return drawLevels(conditions, coarse.widthPx, job.view, roadScheme(false));
    }
  }
}

/** The same box with `part` of the pixels of each side, and no more than the maximum. */
function coarser({ box, widthPx, heightPx }: View, part: number, maximum: number): View {
  const side = (pixels: number) => Math.min(maximum, Math.ceil(pixels / part));
  return { box, widthPx: side(widthPx), heightPx: side(heightPx) };
}

function fieldOf(world: World, issuedAt: number | null): WeatherField {
  return issuedAt === null ? world : world.expectedFrom(issuedAt);
}

function roadsOf(options: SimulationOptions, issuedAt: number | null): WorldRoads {
  const { world, roads } = worldOf(options);
  let found = roads.get(issuedAt);
  if (found) return found;
  found = createWorldRoads(fieldOf(world, issuedAt), world.scenario);
  dropOldest(roads, MAX_RUNS - 1);
  roads.set(issuedAt, found);
  return found;
}

/** A thread usually draws one world again and again. */
function worldOf(options: SimulationOptions): NonNullable<typeof known> {
  const key = JSON.stringify(options);
  if (known?.options !== key) known = { options: key, world: createWorld(options), roads: new Map() };
  return known;
}
