import { parentPort } from 'node:worker_threads';
import type { SimulatedCameraPlace } from '../../cameras/port.ts';
import { createWorld, type SimulationOptions } from '../world/world.ts';
import { createFilm, type Film } from './film.ts';

/** `at`: epoch ms. */
export interface FilmJob {
  /** What becomes of the picture: a JPEG, or its bare colors. */
  readonly coding: 'jpeg' | 'rgb';
  readonly options: SimulationOptions;
  readonly place: SimulatedCameraPlace;
  readonly at: number;
}

let known: { readonly options: string; readonly film: Film } | null = null;

// The body of the thread that draws moving pictures: one job in, one picture out.
parentPort?.on('message', ({ options, place, at, coding }: FilmJob) => {
  try {
    const key = JSON.stringify(options);
    if (known?.options !== key) known = { options: key, film: createFilm(createWorld(options)) };
    const { film } = known;
    const frame = coding === 'jpeg' ? film.frame(place, at) : film.rgb(place, at);
    parentPort?.postMessage({ frame }, [frame.buffer]);
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
