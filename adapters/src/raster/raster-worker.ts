import { parentPort } from 'node:worker_threads';
import { type RasterJob, runRasterJob } from './raster-job.ts';

// The body of a drawing thread: one job in, one image out.
parentPort?.on('message', (job: RasterJob) => {
  try {
    const png = runRasterJob(job);
    parentPort?.postMessage({ png }, [png.buffer]);
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
