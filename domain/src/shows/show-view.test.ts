import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeAnswer } from '../warnings/index.ts';
import type { WidgetPolicy } from '../widgets/index.ts';
import {
  type ShowCamera,
  type ShowPlace,
  type ShowViewInput,
  showMapAlt,
  showView,
  showViewKey,
} from './show-view.ts';

const now = Date.UTC(2026, 5, 6, 20);
const heat: WidgetPolicy = {
  ...{ id: 'heat', typeShortName: 'HEAT', name: 'Heat', threshold: 90, allClearMinutes: 30, allGroups: true },
  ...{ groupIds: [], unit: '°F', precision: 0, isDesc: false },
};
const clear = placeAnswer({
  lightning: {
    kind: 'known',
    zones: [{ radiusMiles: 10, status: { kind: 'clear', since: now - 3_600_000 } }],
  },
  warnings: [],
  closures: [],
  warningsAre: 'known',
});
const place = (id: string, values: Partial<ShowPlace> = {}): ShowPlace => ({
  ...{ id, name: id, timeZone: 'America/New_York', groupIds: [], readings: new Map(), forecast: null },
  state: { answer: clear, observedThrough: now - 60_000, isPaused: false, open: [] },
  ...values,
});
const camera = (values: Partial<ShowCamera> = {}): ShowCamera => ({
  ...{ id: 'gate', name: 'Main gate', problem: null },
  still: { url: '/picture', takenAt: now + 3_600_000, goodUntil: now + 3_630_000 },
  ...values,
});
const input = (values: Partial<ShowViewInput> = {}): ShowViewInput => ({
  show: {
    ...{ name: 'Stadium', layout: 'wide', placeIds: ['field', 'pool'], ticker: '', showsClock: true },
    scenes: [
      { kind: 'map', seconds: 10, latitude: 28, longitude: -82, miles: 120 },
      { kind: 'lightning', seconds: 10, placeId: 'field' },
      { kind: 'conditions', seconds: 10, placeId: 'field' },
      { kind: 'forecast', seconds: 10, placeId: 'pool' },
      { kind: 'warnings', seconds: 10 },
      { kind: 'camera', seconds: 10, cameraId: 'gate' },
      { kind: 'message', seconds: 10, title: 'Gates', text: 'Gate 4 is open' },
    ],
  },
  places: [place('pool'), place('field')],
  cameras: [camera()],
  ...{ policies: [heat], images: [], goodUntil: now + 30_000 },
  ...{ now, wallNow: now, speed: 1, weather: 'live' },
  ...values,
});
const sceneOf = <Kind extends string>(kind: Kind, values: Partial<ShowViewInput> = {}) =>
  showView(input(values)).scenes.find((scene) => scene.kind === kind) as Extract<
    ReturnType<typeof showView>['scenes'][number],
    { kind: Kind }
  >;

test('places are in the order of the show, in the words of the place, and a value that is not known is --', () => {
  const view = showView(input());
  expect(view.places.map(({ id, answer }) => [id, answer.kind, answer.instruction])).toEqual([
    ['field', 'clear', 'Clear since 3:00 PM'],
    ['pool', 'clear', 'Clear since 3:00 PM'],
  ]);
  expect(view.scenes.map(({ kind }) => kind)).toEqual(input().show.scenes.map(({ kind }) => kind));
  expect(sceneOf('conditions').conditions.map(({ value, isOver }) => [value, isOver])).toEqual(
    Array.from({ length: 6 }, () => ['--', false]),
  );
  expect(sceneOf('map').picture).toBeNull();
  expect(sceneOf('forecast').forecasts.every(({ points }) => points.length === 0)).toBe(true);
  expect(view.problems).toEqual([]);
});

test('a scene of a place that is gone is left out and named', () => {
  const view = showView(input({ places: [place('pool')] }));
  expect(view.places.map(({ id }) => id)).toEqual(['pool']);
  expect(view.scenes.map(({ kind }) => kind)).toEqual([
    ...['map', 'forecast', 'warnings', 'camera', 'message'],
  ]);
  expect(view.problems).toEqual([
    'A place of this show was deleted.',
    'Scene 2 (lightning) is left out: its place was deleted.',
    'Scene 3 (conditions) is left out: its place was deleted.',
  ]);
  const none = showView(input({ places: [] }));
  expect([none.places, none.timeZone, none.problems[0]]).toEqual([
    ...[[], 'Etc/UTC', 'All places of this show were deleted.'],
  ]);
});

test('warnings of all places are said, one whose policy is gone too; they are not known while any is not', () => {
  const state = place('').state!;
  const open = [
    { policyId: 'heat', policyName: 'Heat', isHeld: true },
    { policyId: 'gone', policyName: 'Wind', isHeld: false },
  ];
  const field = place('field', { state: { ...state, open } });
  expect(sceneOf('warnings', { places: [field, place('pool')] })).toEqual({
    ...{ kind: 'warnings', seconds: 10, goodUntil: '2026-06-06T20:00:30.000Z' },
    warnings: [
      { placeId: 'field', text: 'Heat index at or above 90 °F (no new data)' },
      { placeId: 'field', text: 'Wind warning' },
    ],
  });
  for (const unread of [null, { ...state, open: null }])
    expect(sceneOf('warnings', { places: [field, place('pool', { state: unread })] }).warnings).toBeNull();
  expect(sceneOf('warnings', { places: [] }).warnings).toBeNull();
});

test('a still says when it was taken and through when it is good, of the wall clock, or why there is none', () => {
  expect(sceneOf('camera')).toEqual({
    ...{ kind: 'camera', seconds: 10, name: 'Main gate', problem: null },
    picture: {
      ...{ url: '/picture', alt: 'Camera: Main gate' },
      ...{ wallTakenAt: '2026-06-06T21:00:00.000Z', wallGoodUntil: '2026-06-06T21:00:30.000Z' },
    },
  });
  const failing = camera({ still: null, problem: 'The camera cannot be reached' });
  expect(sceneOf('camera', { cameras: [camera({ id: 'other' }), failing] })).toEqual({
    ...{ kind: 'camera', seconds: 10, name: 'Main gate', picture: null },
    problem: 'The camera cannot be reached',
  });
  const key = (cameras: ShowCamera[]) => showViewKey(showView(input({ cameras })));
  expect(key([failing])).not.toBe(key([camera()]));
});

test('a scene of a camera that is gone is left out and named', () => {
  const view = showView(input({ cameras: [camera({ id: 'other' })] }));
  expect(view.scenes.map(({ kind }) => kind)).not.toContain('camera');
  expect(view.problems).toEqual(['Scene 6 (camera) is left out: its camera was deleted.']);
});

test('a value counts against the policies that watch its place', () => {
  const reading = { value: 95, observedAt: now - 1_000, goodUntil: now + 500_000 };
  const places = [place('field', { readings: new Map([[0, reading]]), groupIds: ['a'] }), place('pool')];
  const other = { ...heat, allGroups: false, groupIds: ['b'] };
  expect(sceneOf('conditions', { places }).conditions[0]).toMatchObject({ value: '95', isOver: true });
  expect(sceneOf('conditions', { places, policies: [other] }).conditions[0]?.isOver).toBe(false);
});

test('a view that says the same has the same key however late it is', () => {
  const key = (values: Partial<ShowViewInput>) => showViewKey(showView(input(values)));
  const later = { now: now + 5_000, wallNow: now + 5_000, goodUntil: now + 35_000 };
  expect(key(later)).toBe(key({}));
  const observed = place('field', { state: { ...place('').state!, observedThrough: now } });
  expect(key({ ...later, places: [observed, place('pool')] })).toBe(key({}));
  expect(key({ places: [place('field', { state: null }), place('pool')] })).not.toBe(key({}));
});

test('a picture says where and when, for those who do not see it', () => {
  expect(showMapAlt({ latitude: 28, longitude: -82.5, miles: 120 }, now, 'America/New_York')).toBe(
    'Radar, 120 miles across, around 28.00, -82.50 at 4:00 PM',
  );
});

test('whatever is not known, no place is clear', () => {
  const lightning = fc.constantFrom(
    { kind: 'unknown', since: null } as const,
    { kind: 'not-covered' } as const,
    { kind: 'checking' } as const,
    { kind: 'known', zones: [] } as const,
    { kind: 'known', zones: [{ radiusMiles: 10, status: { kind: 'unknown', since: null } }] } as const,
  );
  const warningsAre = fc.constantFrom('known', 'checking', 'unknown');
  fc.assert(
    fc.property(lightning, warningsAre, fc.boolean(), (about, are, isRead) => {
      const answer = placeAnswer({ lightning: about, warnings: [], closures: [], warningsAre: are });
      const state = isRead ? { answer, observedThrough: null, isPaused: false, open: null } : null;
      const view = showView(input({ places: [place('field', { state })] }));
      expect(view.places.map(({ answer: { kind } }) => kind)).not.toContain('clear');
      expect(JSON.stringify(view.places)).not.toMatch(/"Clear/);
    }),
  );
});
