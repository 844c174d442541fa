import { simulatedEchoes } from '../simulated/storm-echoes.ts';
import type { SimulationOptions } from '../simulated/storm-tracks.ts';
import { drawGrid, type LevelGrid } from './draw-grid.ts';
import { drawMosaic, type PlacedTile } from './mosaic.ts';
import type { View } from './web-mercator.ts';

/** What a drawing thread is asked for. A simulated picture is worked out where it is drawn, so that no grid has to travel. */
export type RasterJob =
  | { readonly kind: 'grid'; readonly grid: LevelGrid; readonly view: View }
  | { readonly kind: 'mosaic'; readonly tiles: readonly PlacedTile[]; readonly view: View; readonly source: string }
  | { readonly kind: 'simulated'; readonly options: SimulationOptions; readonly at: number; readonly view: View };

/** Finer is not drawn: a cell of a simulated grid then is a few pixels, as with a real radar. */
const MOST_SIMULATED_CELLS = 1000;

/** Draws a PNG. Throws AdapterError `malformed` for tiles that cannot be read. */
export function runRasterJob(job: RasterJob): Uint8Array<ArrayBuffer> {
  switch (job.kind) {
    case 'grid':
      return drawGrid(job.grid, job.view);
    case 'mosaic':
      return drawMosaic(job.tiles, job.view, job.source);
    case 'simulated': {
      const { box, widthPx, heightPx } = job.view;
      const columns = Math.min(MOST_SIMULATED_CELLS, widthPx);
      const rows = Math.min(MOST_SIMULATED_CELLS, heightPx);
      return drawGrid(simulatedEchoes(job.options, job.at, { box, columns, rows }), job.view);
    }
  }
}
