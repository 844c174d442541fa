import { systemActor } from '../actor.ts';
import type { Database } from '../database/database.ts';
import { type Clock, liveClock, virtualClock, wallNow } from './clock.ts';
import {
  endProductClock,
  keepProductClock,
  readProductClock,
  withProductClockLocked,
  writeProductClock,
} from './store.ts';

const actor = systemActor('product-clock');

/** A beat younger than this means that another process runs the clock now. */
const aliveMs = 5_000;
const beatEveryMs = 1_000;

export class WrongWeather extends Error {}

export interface ProductClock extends Clock {
  /** Where this database's weather began, epoch ms. */
  readonly begunAt: number;
  /** Records the reached instant in the store until `close`. */
  close(): Promise<void>;
}

/**
 * The product clock of this database. Live: the wall clock. Simulated and replayed weather: continues from
 * the instant that was reached (never back), or begins at `clockBeginsAt`; a process that joins a running one
 * uses its clock. Throws WrongWeather when the database contains other weather: simulated strikes must never
 * mix with live ones.
 */
export async function openProductClock(
  db: Database,
  settings: {
    weather: string;
    beginsAt: number;
    clockBeginsAt: number;
    speed: number;
    onError: (error: unknown) => void;
  },
): Promise<ProductClock> {
  const live = settings.weather === 'live';
  const { clock, begunAt } = await withProductClockLocked(db, async (locked) => {
    const product_clock = await readProductClock(locked);
    if (product_clock && product_clock.weather !== settings.weather) {
      throw new WrongWeather(
        `This database holds ${product_clock.weather} weather and cannot go on with ${settings.weather} weather. Use another --data folder (or database).`,
      );
    }
    const wall = wallNow();
    if (live) {
      const begunAt = product_clock?.begunAt ?? wall;
      await writeProductClock(locked, actor, {
        weather: 'live',
        begunAt,
        reachedAt: wall,
        anchorAt: wall,
        anchorWallAt: wall,
        speed: 1,
        beatWallAt: wall,
      });
      return { clock: liveClock(), begunAt };
    }
    if (product_clock && wall - product_clock.beatWallAt < aliveMs && wall >= product_clock.anchorWallAt) {
      return {
        clock: virtualClock(
          product_clock.anchorAt + (wall - product_clock.anchorWallAt) * product_clock.speed,
          product_clock.speed,
        ),
        begunAt: product_clock.begunAt,
      };
    }
    const anchorAt = Math.max(settings.clockBeginsAt, product_clock?.reachedAt ?? 0);
    const begunAt = product_clock?.begunAt ?? settings.beginsAt;
    const { weather, speed } = settings;
    await writeProductClock(locked, actor, {
      weather,
      begunAt,
      reachedAt: anchorAt,
      anchorAt,
      anchorWallAt: wall,
      speed,
      beatWallAt: wall,
    });
    return { clock: virtualClock(anchorAt, speed), begunAt };
  });

  // The stored instant is ahead of everything shown before the next beat: after kill -9 the clock may jump
  // forward a little, never back.
  const ahead = () => clock.now() + 2 * beatEveryMs * clock.speed;
  let beating = Promise.resolve();
  const beat = () => {
    beating = keepProductClock(db, actor, live ? clock.now() : ahead(), wallNow()).catch(settings.onError);
  };
  beat();
  const timer = setInterval(beat, beatEveryMs);
  return {
    ...clock,
    begunAt,
    async close() {
      clearInterval(timer);
      await beating;
      await endProductClock(db, actor, clock.now()).catch(settings.onError);
    },
  };
}
