import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleReplay, toMs } from './example-replay.ts';
import { frameBefore, pastText, readRecording, sceneAt, summaryOf, worstOf } from './replay-scene.ts';

const minute = 60_000;
const recording = readRecording(exampleReplay);
const scene = (minutes: number) => sceneAt(recording, toMs + minutes * minute, 'America/Chicago');
const zones = (minutes: number, location = 0) =>
  scene(minutes).locations[location]!.zones.map(({ state }) => state);

describe('what is shown of an instant', () => {
  it('is what was said of the zones then, and since when', () => {
    expect(zones(-30)).toEqual(['clear', 'strike']);
    expect(zones(-19.1)).toEqual(['clear', 'strike']);
    expect(zones(-19)).toEqual(['strike', 'strike']);
    expect(zones(-8)).toEqual(['observing', 'strike']);
    expect(zones(0)).toEqual(['unknown', 'unknown']);
    // A state from before the replay has no known beginning.
    expect(scene(-15).locations[0]!.zones.map(({ sinceMs }) => sinceMs)).toEqual([toMs - 19 * minute, null]);
  });

  it('says that a location was not there yet', () => {
    expect(zones(-11, 1)).toEqual(['absent']);
    expect(zones(-9, 1)).toEqual(['not-covered']);
    expect(scene(-9).locations.map(({ isChanged }) => isChanged)).toEqual([false, true]);
  });

  it('holds the strikes that had come in, by their age then, for half an hour', () => {
    const ages = (minutes: number) =>
      scene(minutes).strikes.map(({ at }) => (toMs / 1_000 - at) / 60 + minutes);
    expect(ages(-30)).toEqual([15]);
    // The strike had happened, but its report had not arrived.
    expect(ages(-19.5)).toEqual([25.5]);
    // Oldest first: the newest is drawn on top.
    expect(ages(-19)).toEqual([26, 1]);
    expect(ages(-15)).toEqual([5]);
    expect(ages(0)).toEqual([20]);
  });

  it('holds each storm cell where a radar last saw it, and none when no list was new enough', () => {
    const places = (minutes: number) => scene(minutes).cells.map(({ geometry }) => geometry.coordinates[0]);
    expect(places(-24)).toEqual([]);
    expect(places(-23)).toEqual([-82.25]);
    expect(places(-9)).toEqual([]);
    expect(places(-8)).toEqual([-82.1]);
    expect(scene(-24).notes).toEqual(['Storm cells were not known at this time.']);
    expect(scene(-9).notes).toEqual(['Storm cells were not known at this time.']);
  });

  it('says what is not known of it', () => {
    expect(scene(-20).notes).toEqual([]);
    expect(scene(-3).notes).toEqual(['Lightning was not known at this time: strikes may be missing.']);
    const said = (part: Partial<typeof exampleReplay>, minutes = -20) =>
      sceneAt(
        readRecording({ ...exampleReplay, ...part }),
        toMs + minutes * minute,
        'America/Chicago',
      ).notes.join(' ');
    const sky = (state: 'partly-covered' | 'not-covered') => [
      { from: exampleReplay.from, to: exampleReplay.to, state },
    ];
    expect(said({ sky: sky('partly-covered') })).toContain(
      'Part of this area is covered by no lightning feed',
    );
    expect(said({ sky: sky('not-covered') })).toContain('no strikes means nothing');
    expect(said({ cells: null, cellLists: [] })).toContain('there is no source of them here');
    const strikesCutAt = new Date(toMs - 40 * minute).toISOString();
    expect(said({ strikesCutAt })).toContain('too many strikes');
    expect(said({ strikesCutAt }, -10)).toBe('');
  });

  it('never holds what came in later, at any instant', () => {
    fc.assert(
      fc.property(fc.integer({ min: -30 * minute, max: 0 }), (offset) => {
        const atMs = toMs + offset;
        const { strikes, cells } = sceneAt(recording, atMs, 'UTC');
        const known = exampleReplay.strikes.filter(
          ([, , affected, received]) => received! <= atMs && atMs - affected! < 30 * minute,
        );
        expect(strikes).toHaveLength(known.length);
        for (const { properties } of cells)
          expect(Date.parse(properties.IssueTime)).toBeLessThanOrEqual(atMs);
      }),
    );
  });
});

describe('the radar picture of an instant', () => {
  const frames = [-40, -20, -15].map((minutes) => ({
    time: new Date(toMs + minutes * minute).toISOString(),
  }));
  it.each([
    [-41, -1],
    [-40, 0],
    [-25, 0],
    // More than 15 minutes before: too old to be shown.
    [-24.9, -1],
    [-20, 1],
    [-15.01, 1],
    [-15, 2],
    [0, 2],
    [0.01, -1],
  ])('%d minutes: frame %d', (minutes, frame) => {
    expect(frameBefore(frames, toMs + minutes * minute)).toBe(frame);
  });
  it('is none without frames', () => {
    expect(frameBefore([], toMs)).toBe(-1);
  });
});

it('the words are of the past, and a location is as bad as the worst of its zones', () => {
  for (const state of ['strike', 'observing', 'clear', 'unknown', 'absent'] as const)
    expect(pastText[state]).toMatch(/^Was /);
  const worst = (minutes: number) => worstOf(scene(minutes).locations[0]!.zones);
  expect([worst(-30), worst(0)]).toEqual(['strike', 'unknown']);
  expect(worstOf([{ zone: 1, radiusMiles: 5, range: '0-5 mi', state: 'clear', sinceMs: null }])).toBe(
    'clear',
  );
});

it('the summary never leaves out what was not known', () => {
  expect(summaryOf(scene(-30).locations)).toBe('1 in delay, 1 not added yet');
  expect(summaryOf(scene(-9).locations)).toBe('1 in delay, 1 not known');
  expect(summaryOf(scene(0).locations)).toBe('2 not known');
  expect(summaryOf([])).toBe('none near');
});
