/**
 * An answer of the server for tests: a storm that puts Stadium in delay, lightning that is missing for a
 * while, and one storm cell.
 */
import type { StormReplay } from '@allclear/contract';

export const toMs = Date.UTC(2026, 5, 6, 20);
const at = (minutes: number) => new Date(toMs + minutes * 60_000).toISOString();
const ms = (minutes: number) => toMs + minutes * 60_000;

type State = StormReplay['locations'][number]['zones'][number]['states'][number];
/** State by minute, each until the next. */
function states(...turns: [number, State['state'], State['reason']?][]): State[] {
  return turns.map(([from, state, reason], i) => ({
    from: at(from),
    to: at(turns[i + 1]?.[0] ?? 0),
    state,
    reason: reason ?? null,
  }));
}
const zone = (number: number, radiusMiles: number, range: string, turns: State[]) => ({
  zone: number,
  radiusMiles,
  range,
  states: turns,
});

const cell = (minutes: number): NonNullable<StormReplay['cells']>[number]['cell'] => ({
  type: 'Feature',
  id: 'TBW A1',
  geometry: { type: 'Point', coordinates: [-82 + minutes / 100, 28.3] },
  properties: {
    Id: 'TBW A1',
    IssueTime: at(minutes),
    Type: 'Storm',
    Flags: { Tvs: false, Meso: false, SevereHail: false, Hail: false },
    Movement: { Speed: 25 },
    Height: 15,
    Top: 30,
    MaxReflectivity: 50,
    Hail: { Chance: 20, ChanceOfSevere: 0, Size: 0.5 },
    Vil: 20,
    Heading: 90,
    Ahead: [],
  },
});

export const exampleReplay: StormReplay = {
  from: at(-30),
  to: at(0),
  latitude: 28,
  longitude: -82,
  miles: 100,
  strikeMiles: 150,
  // The first strike was at -20 and arrived a minute later.
  strikes: [
    [-82, 28.07, ms(-20), ms(-19)],
    [-82.1, 28.4, ms(-45), ms(-44)],
  ],
  strikesCutAt: null,
  sky: [
    { from: at(-30), to: at(-6), state: 'known' },
    { from: at(-6), to: at(0), state: 'unknown' },
  ],
  cells: [
    { receivedAt: at(-23), cell: cell(-25) },
    { receivedAt: at(-8), cell: cell(-10) },
  ],
  cellAttribution: 'Simulated weather',
  cellLists: [
    { asOf: at(-25), receivedAt: at(-23) },
    { asOf: at(-10), receivedAt: at(-8) },
  ],
  locations: [
    {
      id: 'stadium',
      label: 'Stadium',
      latitude: 28,
      longitude: -82,
      distanceMiles: 0,
      allClearMinutes: 10,
      addedAt: null,
      changedAt: null,
      zones: [
        zone(
          1,
          10,
          '0-10 mi',
          states([-30, 'clear'], [-19, 'delay', 'strike'], [-9, 'delay', 'observing'], [-6, 'unknown']),
        ),
        zone(2, 20, '10-20 mi', states([-30, 'delay', 'strike'], [-6, 'unknown'])),
      ],
    },
    {
      id: 'young',
      label: 'Young field',
      latitude: 28.2,
      longitude: -82.2,
      distanceMiles: 18.4,
      allClearMinutes: 30,
      addedAt: at(-10),
      changedAt: at(-4),
      zones: [zone(1, 5, '0-5 mi', states([-10, 'not-covered']))],
    },
  ],
  locationsLeftOut: 2,
  settings: 'present',
};
