import { radarLevel } from '@allclear/domain';
import { type CameraView, drawCamera } from '../simulated/camera/draw-camera.ts';
import { createWorld, type SimulationOptions, type World } from '../simulated/world/world.ts';
import { drawGrid, drawLevels, type LevelGrid } from './draw-grid.ts';
import { drawMosaic, type PlacedTile } from './mosaic.ts';
import { columnLongitudes, rowLatitudes, type View } from './web-mercator.ts';

/** What a drawing thread is asked for. A simulated picture is worked out where it is drawn, so that no grid has to travel. */
export type RasterJob =
  | { readonly kind: 'grid'; readonly grid: LevelGrid; readonly view: View }
  | { readonly kind: 'mosaic'; readonly tiles: readonly PlacedTile[]; readonly view: View; readonly source: string }
  | { readonly kind: 'camera'; readonly options: SimulationOptions; readonly camera: CameraView }
  | { readonly kind: 'simulated'; readonly options: SimulationOptions; readonly at: number; readonly view: View };

/** Finer is not drawn: a cell of a simulated grid then is a few pixels, as with a real radar. */
const MOST_SIMULATED_CELLS = 1000;

let known: { readonly options: string; readonly world: World } | null = null;

/** Draws a PNG. Throws AdapterError `malformed` for tiles that cannot be read. */
export function runRasterJob(job: RasterJob): Uint8Array<ArrayBuffer> {
  switch (job.kind) {
    case 'grid':
      return drawGrid(job.grid, job.view);
    case 'mosaic':
      return drawMosaic(job.tiles, job.view, job.source);
    case 'camera':
      return drawCamera(worldOf(job.options), job.camera);
    case 'simulated': {
      const { box, widthPx, heightPx } = job.view;
      const coarse = { box, widthPx: Math.min(MOST_SIMULATED_CELLS, widthPx), heightPx: Math.min(MOST_SIMULATED_CELLS, heightPx) };
      const dbz = worldOf(job.options).reflectivityGrid(job.at, rowLatitudes(coarse), columnLongitudes(coarse));
      return drawLevels(Uint8Array.from(dbz, radarLevel), coarse.widthPx, job.view);
    }
  }
}

/** A thread draws one world, again and again. */
function worldOf(options: SimulationOptions): World {
  const key = JSON.stringify(options);
  if (known?.options !== key) known = { options: key, world: createWorld(options) };
  return known.world;
}
