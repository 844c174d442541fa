/**
 * The product's rule beside the rules of other systems (`npm run bench -- rules`), each on what a feed has delivered to
 * it so far. Minutes of the history.
 */
import { MILES_PER_DEGREE } from '../../src/core/index.ts';
import { LightningIndex } from '../../src/lightning/lightning-index.ts';
import { lightningAt, type WatchedPlace } from '../../src/lightning/lightning-status.ts';
import type { FeedFile, World } from './world.ts';

export type Said = 'clear' | 'delay' | 'unknown';

/** A system that watches one place. */
export interface Watching {
  take(file: FeedFile): void;
  at(minute: number): Said;
}

/** Starts without a memory. */
export type Rule = (world: World) => Watching;

const epoch = Date.UTC(2026, 5, 6, 20);
const instant = (minute: number) => epoch + minute * 60_000;
const position = { latitude: 28.15, longitude: -82.8 };
const vendor = 'satellite';

/** The quiet must have been observed: `lightningAt`, which API, engine and pages use. */
const observedQuiet: Rule = ({ radiusMiles, allClearMinutes, sunWindow }) => {
  const index = new LightningIndex([
    {
      ...{ vendor, providesCoverage: true, covers: () => true },
      ...(sunWindow && {
        sunWindow: (at: number) => at >= instant(sunWindow.from) && at <= instant(sunWindow.to),
      }),
    },
  ]);
  const place: WatchedPlace = {
    ...{ ...position, placeId: null, allClearMinutes },
    ...{ radius1: radiusMiles, radius2: 0, radius3: 0, radius4: 0 },
  };
  return {
    take({ from, to, receivedAt, strikes, eventCount, dataLost }) {
      index.add(vendor, {
        ...{ key: String(from), eventCount, dataLost },
        ...{ from: instant(from), to: instant(to), receivedAt: instant(receivedAt) },
        flashes: strikes.map(({ at, miles }) => {
          const latitude = position.latitude + miles / MILES_PER_DEGREE;
          const { longitude } = position;
          return { at: instant(at), latitude, longitude, points: Float64Array.of(latitude, longitude) };
        }),
      });
    },
    at(minute) {
      const status = lightningAt(index, place, instant(minute));
      return status.kind === 'not-covered' ? 'unknown' : status.zones[0]!.status.kind;
    },
  };
};

interface Received {
  /** Minute of the last strike within the radius; -Infinity without one. */
  readonly lastStrike: number;
  /** Minute at which the last file came; -Infinity without one. */
  readonly lastFile: number;
}

/** Remembers the last strike and the last file, and decides by them and the clock on the wall. */
const byClock =
  (decide: (received: Received, minute: number, allClearMinutes: number) => Said): Rule =>
  ({ radiusMiles, allClearMinutes }) => {
    let received: Received = { lastStrike: Number.NEGATIVE_INFINITY, lastFile: Number.NEGATIVE_INFINITY };
    return {
      take({ strikes, receivedAt }) {
        const near = strikes.filter(({ miles }) => miles <= radiusMiles).map(({ at }) => at);
        received = { lastStrike: Math.max(received.lastStrike, ...near), lastFile: receivedAt };
      },
      at: (minute) => decide(received, minute, allClearMinutes),
    };
  };

const sinceLastStrike = ({ lastStrike }: Received, minute: number, allClearMinutes: number): Said =>
  minute - lastStrike < allClearMinutes ? 'delay' : 'clear';

/** Minutes without a file after which data are called bad. */
const badAfterMinutes = 25;
/** Minutes without a file after which an event whose data stopped is over. */
const stoppedAfterMinutes = 5;

export const rules = {
  allclear: observedQuiet,
  'time since the last flash': byClock(sinceLastStrike),
  'data called bad after 25 minutes': byClock((received, minute, allClearMinutes) =>
    minute - received.lastFile > badAfterMinutes
      ? 'unknown'
      : sinceLastStrike(received, minute, allClearMinutes),
  ),
  'resolved when data stop': byClock((received, minute, allClearMinutes) =>
    minute - received.lastFile > stoppedAfterMinutes
      ? 'clear'
      : sinceLastStrike(received, minute, allClearMinutes),
  ),
} satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;
