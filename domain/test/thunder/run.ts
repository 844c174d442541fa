import { type IndexedFeed, LightningIndex } from '../../src/lightning/lightning-index.ts';
import { lightningAt } from '../../src/lightning/lightning-status.ts';
import { oldestReportMs, pressAge, type ThunderReport } from '../../src/lightning/thunder-reports.ts';
import { isClosed } from '../../src/locations/closures.ts';
import { type PlaceAnswerKind, placeAnswer } from '../../src/warnings/place-answer.ts';
import { nextWarning, noWarning, type WarningState } from '../../src/warnings/warning.ts';
import { lightningInput, takenBackInput } from '../../src/warnings/warning-inputs.ts';
import { tickMs, type World } from './world.ts';

/** What is tried, so that the tests can show that the judge finds a wrong one. */
export interface Machines {
  readonly pressAge: typeof pressAge;
  readonly lightningAt: typeof lightningAt;
  readonly placeAnswer: typeof placeAnswer;
  readonly nextWarning: typeof nextWarning;
  readonly isClosed: typeof isClosed;
  /** Whether a report is read again when the process starts. */
  readonly isReadAgain: (report: ThunderReport) => boolean;
}

export const machines: Machines = {
  ...{ pressAge, lightningAt, placeAnswer, nextWarning, isClosed },
  isReadAgain: () => true,
};

/** What was said in one tick. */
export interface Said {
  readonly zones: readonly string[];
  readonly answer: PlaceAnswerKind;
  /** Notices of the warning of the outer radius, and how it ended. */
  readonly notices: readonly string[];
  readonly isWarned: boolean;
}

export const begin = Date.parse('2026-07-15T18:00:00Z');
export const instantOf = (tick: number) => begin + tick * tickMs;
const here = { latitude: 30, longitude: -97 };
const milesPerDegree = 69.09;

/** Plays a history as the server does: what is stored outlives a restart, the index is made anew from it. */
export function play(world: World, run: Machines = machines): Said[] {
  const said: Said[] = [];
  const stored = new Map<string, { report: ThunderReport; isBack: boolean }>();
  let index = indexOf(world, 0, []);
  let state: WarningState = noWarning;
  const minutes = (world.quiet * tickMs) / 60_000;
  const place = {
    ...{ ...here, placeId: 'field', allClearMinutes: minutes },
    ...{ radius1: world.radii[0], radius2: world.radii[1], radius3: 0, radius4: 0 },
  };
  const rule = {
    evidence: 'lightning' as const,
    allClearMinutes: minutes,
    reAlertMinutes: 0,
    readingLimitMs: 0,
  };
  for (let tick = 0; tick < world.ticks; tick++) {
    const now = instantOf(tick);
    if (tick > 0) deliver(index, world, tick - 1, now);
    for (const press of world.presses) {
      if (press.sentAt === tick) receive(press, now);
      if (press.takenBackAt === tick) takeBack(press.id);
    }
    if (world.restarts.includes(tick)) index = indexOf(world, tick, [...stored.values()], run);
    const status = run.lightningAt(index, place, now);
    const zones = status.kind === 'not-covered' ? [] : status.zones;
    const closures = world.closures.flatMap(({ from, until, openedAt }) => {
      const opened = openedAt !== null && tick >= openedAt ? instantOf(openedAt) : null;
      const end = until === null ? null : instantOf(until);
      return tick >= from && run.isClosed({ until: end, openedAt: opened }, now)
        ? [{ reason: 'Flooded', until: end }]
        : [];
    });
    const { kind } = run.placeAnswer({
      lightning: status.kind === 'not-covered' ? { kind: 'not-covered' } : { kind: 'known', zones },
      ...{ warnings: [], closures, warningsAre: 'known' },
    });
    const isBack =
      state.kind === 'open' && state.isReported === true && index.isTakenBack('field', state.evidenceAt);
    const fact = lightningInput(zones[1], status.kind, now);
    const input =
      isBack && state.kind === 'open' ? takenBackInput(zones[1], fact, state, minutes, now) : fact;
    const step = run.nextWarning(rule, state, input, now);
    state = step.state;
    said.push({
      ...{
        zones: zones.map(({ status: zone }) => (zone.kind === 'delay' ? zone.reason : zone.kind)),
        answer: kind,
      },
      notices: step.effects.map((effect) => (effect.kind === 'notify' ? effect.notice : effect.reason)),
      isWarned: state.kind === 'open',
    });
  }
  return said;

  function receive(press: World['presses'][number], now: number): void {
    // The phone's own clock; a step of it between press and sending moves what it says then.
    const pressedAt = instantOf(press.at) + press.clockOffMs;
    const sentAt = now + press.clockOffMs + press.clockStepMs;
    const offsetAtPressMs = press.knewOffset ? -press.clockOffMs : null;
    const age = run.pressAge({ pressedAt, sentAt, offsetAtPressMs }, now);
    if (age.kind === 'future') return;
    const thunderAt = age.kind === 'known' ? now - age.ageMs : now;
    if (now - thunderAt >= oldestReportMs) return;
    const { id, distanceMiles } = press;
    const report = { id, placeId: 'field', firstThunderAt: thunderAt, thunderAt, distanceMiles };
    stored.set(id, { report, isBack: false });
    index.putReport(report);
  }

  function takeBack(id: string): void {
    const there = stored.get(id);
    if (!there) return;
    there.isBack = true;
    index.takeReportBack(there.report);
  }
}

function indexOf(
  world: World,
  tick: number,
  stored: readonly { readonly report: ThunderReport; readonly isBack: boolean }[],
  run: Machines = machines,
): LightningIndex {
  const feed: IndexedFeed = { vendor: 'all', providesCoverage: true, covers: () => world.isCovered };
  const index = new LightningIndex([feed]);
  index.add('all', {
    ...{ key: 'before', from: begin - 3 * 3_600_000, to: begin, receivedAt: begin, flashes: [] },
  });
  for (let earlier = 0; earlier < tick; earlier++) deliver(index, world, earlier, instantOf(earlier + 1));
  for (const { report, isBack } of stored) {
    if (isBack) index.takeReportBack(report);
    else if (run.isReadAgain(report)) index.putReport(report);
  }
  return index;
}

/** The batch of a tick, unless it was lost. */
function deliver(index: LightningIndex, world: World, tick: number, receivedAt: number): void {
  if (world.isLost[tick]) return;
  const flashes = world.strikes
    .filter(({ at }) => at === tick)
    .map(({ miles }) => {
      const latitude = here.latitude + miles / milesPerDegree;
      const points = Float64Array.of(latitude, here.longitude);
      return { at: instantOf(tick), latitude, longitude: here.longitude, points };
    });
  const span = { from: instantOf(tick), to: instantOf(tick + 1), receivedAt };
  index.add('all', { key: `${tick}`, ...span, flashes });
}
