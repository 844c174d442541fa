import { createDemonstration, type Demonstration, stormRest } from './demonstration-events.ts';
import { remembering } from './remembering.ts';
import { comesNear, type Storm, type StormLife, stormAt } from './storm.ts';
import { createStormLives } from './storm-lives.ts';
import type { SimulationOptions } from './world.ts';

/** The storms of a world, epoch ms and degrees. */
export interface Storms {
  /** All of an instant, those over the places first. */
  at(at: number): readonly Storm[];
  /** At least those with an effect at a place. */
  near(at: number, latitude: number, longitude: number): readonly Storm[];
}

/** The storms of a scenario, if it has any, and those of the options' events. */
export function createStorms(options: SimulationOptions, hasOwn: boolean): Storms {
  const { seed, startedAt, places } = options;
  const ownLives = hasOwn ? remembering(createStormLives(seed, startedAt, places)) : () => [];
  const create = () => stormsWith(ownLives, createDemonstration(seed, options.events));
  let storms = create();
  let events = options.events;
  const current = () => {
    if (options.events !== events) {
      events = options.events;
      storms = create();
    }
    return storms;
  };
  return {
    at: (at) => current().at(at),
    near: (at, latitude, longitude) => current().near(at, latitude, longitude),
  };
}

function stormsWith(
  ownLives: (at: number) => readonly StormLife[],
  { lives, quietAt }: Demonstration,
): Storms {
  const livesAt = (at: number) => (lives.length === 0 ? ownLives(at) : [...ownLives(at), ...lives]);
  const stormsOf = (of: readonly StormLife[], at: number): readonly Storm[] =>
    of.flatMap((life) => {
      const rest = stormRest(quietAt(life), life, at);
      return (rest && stormAt(life, at, rest)) ?? [];
    });
  return {
    at: remembering((at: number) => stormsOf(livesAt(at), at), 64),
    near: (at, latitude, longitude) =>
      stormsOf(
        livesAt(at).filter((life) => comesNear(life, latitude, longitude)),
        at,
      ),
  };
}
