import { parentPort } from 'node:worker_threads';
import type { SimulatedCameraPlace } from '../../cameras/port.ts';
import { createWorld, type SimulationOptions } from '../world/world.ts';
import { createFilm, type Film } from './film.ts';

/** `at`: epoch ms. */
export interface FilmJob {
  readonly options: SimulationOptions;
  readonly place: SimulatedCameraPlace;
  readonly at: number;
}

let known: { readonly options: string; readonly film: Film } | null = null;

// The body of the thread that draws moving pictures: one job in, one JPEG out.
parentPort?.on('message', ({ options, place, at }: FilmJob) => {
  try {
    const key = JSON.stringify(options);
    if (known?.options !== key) known = { options: key, film: createFilm(createWorld(options)) };
    const jpeg = known.film.frame(place, at);
    parentPort?.postMessage({ jpeg }, [jpeg.buffer]);
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
