import { conflict } from '../platform/http/errors.ts';
import { TooManyLocations } from './store.ts';

/** Throws the answer to a person who would have more locations than one may have; other errors go on. */
export function explainTooMany(error: unknown, max: number): never {
  if (error instanceof TooManyLocations) throw conflict(`A person can have at most ${max} locations.`);
  throw error;
}
