import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../core/index.ts';
import {
  type CheckInEntry,
  type CountEntry,
  type CountInput,
  checkGroup,
  checkMemberName,
  checkPeople,
  checkShelter,
  countRollCall,
  entryInstant,
  makeShelterCode,
  type RollCallEntry,
  rollCallNoticeText,
  rollCallTotalsText,
  shelterCodeOf,
  type TickEntry,
} from './index.ts';

const groups = [
  { id: 'a', expected: 24 },
  { id: 'b', expected: 10 },
];
const shelters = [
  { id: 'gym', capacity: 30 },
  { id: 'hall', capacity: null },
];
const members = [
  { id: 'm1', groupId: 'b' },
  { id: 'm2', groupId: 'b' },
];
let receipt = 0;
const entry = (at: number, changes: { key?: string; joinedLater?: boolean } = {}) => {
  receipt += 1;
  return { key: `key ${receipt}`, at, receipt, joinedLater: false, ...changes };
};
const count = (groupId: string, shelterId: string, people: number, at = 0): CountEntry => ({
  ...entry(at),
  ...{ kind: 'count', groupId, shelterId, people },
});
const checkIn = (
  deviceKey: string | null,
  groupId: string | null,
  shelterId: string,
  people: number,
  at = 0,
  userId: string | null = null,
): CheckInEntry => ({
  ...entry(at),
  ...{ kind: 'check-in', deviceKey, userId, groupId, shelterId, people },
});
const tick = (memberId: string, shelterId: string | null, at = 0): TickEntry => ({
  ...entry(at),
  ...{ kind: 'tick', memberId, shelterId },
});
const counted = (entries: readonly RollCallEntry[], input: Partial<CountInput> = {}) =>
  countRollCall({ groups, members: [], hasNames: true, shelters, entries, ...input });
const groupOf = (result: ReturnType<typeof counted>, id: string) => {
  const group = result.groups.find((one) => one.id === id);
  if (!group) throw new Error(`There is no group ${id}.`);
  return group;
};

describe('a count', () => {
  it('says not counted where nobody has counted, and nothing of missing or present', () => {
    const { groups: all, ...totals } = counted([]);
    expect(all).toMatchObject([
      { id: 'a', state: 'not-counted', present: null, missing: null },
      { id: 'b', state: 'not-counted', present: null, missing: null },
    ]);
    expect(totals).toMatchObject({ expected: 34, present: 0, missing: 0 });
    expect(totals.notCounted).toEqual({ groups: 2, expected: 34 });
  });

  it('of 0 by a warden is a count', () => {
    expect(groupOf(counted([count('a', 'gym', 0)]), 'a')).toMatchObject({
      ...{ state: 'missing', present: 0, missing: 24 },
    });
  });

  it('replaces the earlier one at its shelter and adds to that at another', () => {
    const result = counted([count('a', 'gym', 9, 1), count('a', 'gym', 20, 2), count('a', 'hall', 3, 1)]);
    expect(groupOf(result, 'a')).toMatchObject({ present: 23, missing: 1 });
  });

  it('of a warden alone counts: check-ins there are information', () => {
    const result = counted([
      ...[checkIn('d1', 'a', 'gym', 4), checkIn('d2', 'a', 'hall', 5)],
      count('a', 'gym', 10),
    ]);
    expect(groupOf(result, 'a').byShelter).toMatchObject([
      { shelterId: 'gym', present: 10, source: 'count', checkedIn: 4 },
      { shelterId: 'hall', present: 5, source: 'check-ins', checkedIn: 5 },
    ]);
    expect(groupOf(result, 'a').present).toBe(15);
  });

  it('of more than expected is said, and missing is never negative', () => {
    const result = counted([count('a', 'gym', 30)]);
    expect(groupOf(result, 'a')).toMatchObject({ state: 'more-than-expected', over: 6, missing: 0 });
    // Those of one group do not make up for those of another.
    expect(counted([count('a', 'gym', 30), count('b', 'gym', 9)]).missing).toBe(1);
  });

  it('without a group reduces nobody’s missing, and fills a shelter', () => {
    const result = counted([checkIn('d1', null, 'gym', 31), count('a', 'gym', 1)]);
    expect(result).toMatchObject({ present: 1, missing: 23, ungrouped: { present: 31 } });
    expect(result.shelters[0]).toEqual({ shelterId: 'gym', present: 32, over: 2 });
  });

  it('by name counts persons, each once, and asks no number', () => {
    const result = counted(
      [
        tick('m1', 'gym', 1),
        tick('m1', 'hall', 2),
        tick('m2', 'gym', 1),
        tick('m2', null, 2),
        count('b', 'gym', 9),
      ],
      { members },
    );
    expect(groupOf(result, 'b')).toMatchObject({ present: 1, missing: 9 });
    expect(groupOf(result, 'b').byShelter).toMatchObject([{ shelterId: 'hall', source: 'names' }]);
  });

  it('by name stands when names are turned off, until a warden counts', () => {
    const ticks = [tick('m1', 'gym', 5)];
    const off = { members, hasNames: false };
    expect(groupOf(counted([...ticks, count('b', 'gym', 9, 4)], off), 'b').present).toBe(1);
    expect(groupOf(counted([...ticks, count('b', 'gym', 9, 6)], off), 'b').present).toBe(9);
  });

  it('with more members than expected expects the members', () => {
    const result = counted([tick('m1', 'gym')], { members, groups: [{ id: 'b', expected: 1 }] });
    expect(groupOf(result, 'b')).toMatchObject({ expected: 2, missing: 1 });
  });

  it('takes a device and an account that were used together as one person', () => {
    const result = counted([
      checkIn('phone', 'a', 'gym', 3, 1),
      checkIn('phone', 'a', 'gym', 2, 2, 'ana'),
      checkIn('laptop', 'a', 'hall', 1, 3, 'ana'),
    ]);
    expect(groupOf(result, 'a').present).toBe(1);
  });
});

/** One place of a person at a time, and every rule by a walk through all entries: slow, and as plain as the words. */
function plainPresent(entries: readonly RollCallEntry[], groupId: string): number | null {
  const once = entries.filter(
    (one) => !entries.some((other) => other.key === one.key && other.receipt < one.receipt),
  );
  const isNewer = (a: RollCallEntry, b: RollCallEntry) =>
    a.at > b.at || (a.at === b.at && a.receipt > b.receipt);
  const checkIns = once.filter((one) => one.kind === 'check-in');
  const standing = checkIns.filter(
    (one) => !checkIns.some((other) => other.deviceKey === one.deviceKey && isNewer(other, one)),
  );
  let present: number | null = null;
  for (const { id } of shelters) {
    const wardens = once.filter(
      (one) => one.kind === 'count' && one.groupId === groupId && one.shelterId === id,
    );
    const newest = wardens.find((one) => !wardens.some((other) => isNewer(other, one)));
    const people = standing.filter((one) => one.groupId === groupId && one.shelterId === id);
    if (newest?.kind === 'count') present = (present ?? 0) + newest.people;
    else for (const one of people) present = (present ?? 0) + one.people;
  }
  return present;
}

const drawn: fc.Arbitrary<RollCallEntry[]> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('count', 'check-in'),
      key: fc.integer({ min: 0, max: 40 }).map((n) => `drawn ${n}`),
      at: fc.integer({ min: 0, max: 20 }),
      groupId: fc.constantFrom('a', 'b'),
      shelterId: fc.constantFrom('gym', 'hall'),
      people: fc.integer({ min: 0, max: 12 }),
      device: fc.constantFrom('d1', 'd2', 'd3', 'd4'),
      joinedLater: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) => {
    // A key is of one entry, however often it is sent.
    const byKey = new Map(all.map((one) => [one.key, one]));
    return all.map(({ key }, index): RollCallEntry => {
      const { kind, device, ...rest } = byKey.get(key) ?? all[index] ?? fail();
      const common = { ...rest, receipt: index };
      return kind === 'count'
        ? { ...common, kind: 'count' }
        : { ...common, kind: 'check-in', deviceKey: device, userId: null };
    });
  });
function fail(): never {
  throw new Error('An entry is missing.');
}

describe('any entries', () => {
  test('count as a plain model does, never negative and never more than was entered', () => {
    fc.assert(
      fc.property(drawn, (entries) => {
        const result = counted(entries);
        for (const group of result.groups) {
          expect(group.present).toBe(plainPresent(entries, group.id));
          if (group.present === null) expect([group.state, group.missing]).toEqual(['not-counted', null]);
          else {
            expect(group.missing).toBe(Math.max(0, group.expected - group.present));
            expect(group.over).toBe(Math.max(0, group.present - group.expected));
          }
        }
        const people = result.shelters.reduce((sum, { present }) => sum + present, 0);
        expect(people).toBe(result.present + result.ungrouped.present);
      }),
      { numRuns: 500 },
    );
  });

  test('count the same in every order of arrival, and however often they arrive', () => {
    const shuffled = drawn
      .map((entries) => [...new Map(entries.map((one) => [one.key, one])).values()])
      // Of two that were made at one instant the later received counts: here each has its own.
      .map((entries) => entries.map((one, index) => ({ ...one, at: index * 7 })))
      .chain((entries) =>
        fc.record({
          entries: fc.constant(entries),
          arrived: fc.shuffledSubarray(entries, { minLength: entries.length }),
          again: fc.subarray(entries),
        }),
      );
    fc.assert(
      fc.property(shuffled, ({ entries, arrived, again }) => {
        const received = [...arrived, ...again].map((one, index) => ({ ...one, receipt: index }));
        expect(counted(received)).toEqual(
          // The receipt stands in no result of counts.
          counted(entries),
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe('the instant of an entry', () => {
  const start = Date.UTC(2026, 5, 6, 20);
  const call = { startedAt: start, endedAt: null };
  const at = (minutes: number, speed = 1) => ({
    ...{ at: start + minutes * MINUTE_MS, wallAt: start + DAY_MS, speed },
  });
  // The phone's clock is years off.
  const phone = (ageMinutes: number) => ({ pressedAt: 1_000, sentAt: 1_000 + ageMinutes * MINUTE_MS });
  const times = (ageMinutes: number) => ({ ...phone(ageMinutes), offsetAtPressMs: null });

  test.each([
    ['at once', times(0), at(5), { at: start + 5 * MINUTE_MS, joinedLater: false, ageMs: 0 }],
    ['after a wait', times(4), at(5), { at: start + MINUTE_MS, joinedLater: true }],
    // A minute of the phone is an hour of the weather.
    ['in fast weather', times(0.5), at(50, 60), { at: start + 20 * MINUTE_MS, joinedLater: false }],
    ['just before the start', times(5.5), at(5), { at: start }],
  ] as const)('%s is that of the press', (_, given, received, expected) => {
    expect(entryInstant(given, received, call)).toMatchObject({ kind: 'counts', ...expected });
  });

  test('after the end is refused when it was made after the end, and joins when it was made before', () => {
    const ended = { startedAt: start, endedAt: start + 10 * MINUTE_MS };
    expect(entryInstant(times(0), at(20), ended)).toEqual({ kind: 'after' });
    expect(entryInstant(times(15), at(20), ended)).toMatchObject({
      ...{ kind: 'counts', at: start + 5 * MINUTE_MS, joinedLater: true },
    });
    // It was on its way.
    expect(entryInstant(times(0), at(10.5), ended)).toMatchObject({ kind: 'counts', at: ended.endedAt });
    expect(entryInstant(times(60), at(20), ended)).toEqual({ kind: 'before' });
  });

  test('with a clock that was set in between is the receipt, or the end', () => {
    const set = { ...phone(600), offsetAtPressMs: 0 };
    expect(entryInstant(set, at(20), call)).toMatchObject({ at: at(20).at, ageMs: null, joinedLater: true });
    const ended = { startedAt: start, endedAt: start + MINUTE_MS };
    expect(entryInstant(set, at(20), ended)).toMatchObject({ at: ended.endedAt });
  });

  test('that is sent before it was made is refused', () => {
    expect(entryInstant(times(-1), at(5), call)).toEqual({ kind: 'future' });
  });
});

describe('a code', () => {
  it('is read however it is typed, and is of 8 characters that do not look alike', () => {
    const code = makeShelterCode(new Uint8Array(32).map((_, index) => index * 7)) ?? '';
    expect(code).toMatch(/^[34679ACDEFGHJKMNPQRTUVWXY]{8}$/);
    const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `;
    expect(shelterCodeOf(typed)).toBe(code);
    for (const wrong of ['', code.slice(1), `${code}A`, code.replace(/^./, '0'), code.replace(/^./, 'I')])
      expect(shelterCodeOf(wrong)).toBeNull();
  });

  it('takes no byte that would favor a character', () => {
    expect(makeShelterCode(new Uint8Array(32).fill(255))).toBeNull();
  });
});

describe('limits', () => {
  const shelter = { name: 'Gym', capacity: 30, minutesToReach: 3, directions: 'North door', position: 0 };
  test.each([
    [{ name: ' ' }, 'Name'],
    [{ name: 'x'.repeat(81) }, 'Name'],
    [{ name: '<b>' }, 'Name'],
    [{ name: 'a\nb' }, 'Name'],
    [{ capacity: 0 }, 'Capacity'],
    [{ minutesToReach: 0 }, 'MinutesToReach'],
    [{ minutesToReach: 61 }, 'MinutesToReach'],
    [{ minutesToReach: 1.5 }, 'MinutesToReach'],
    [{ directions: 'x'.repeat(501) }, 'Directions'],
    [{ position: -1 }, 'Position'],
  ])('%j is wrong', (changes, label) => {
    const result = checkShelter({ ...shelter, ...changes });
    expect(result.kind === 'wrong' && Object.keys(result.errors)).toEqual([label]);
  });

  it('keeps what is right, directions in one line', () => {
    const given = { ...shelter, name: ' North  Gym ', capacity: null, directions: ' North\n door ' };
    expect(checkShelter(given)).toEqual({
      ...{ kind: 'right', value: { ...shelter, name: 'North  Gym', capacity: null } },
    });
    expect(checkGroup({ name: 'Team A', expected: 0 }).kind).toBe('right');
    expect(checkGroup({ name: 'Team A', expected: 20_001 }).kind).toBe('wrong');
    expect(checkMemberName('\u0007').kind).toBe('wrong');
    expect(checkPeople(500)).toEqual({});
    expect(checkPeople(501)).toHaveProperty('People');
    expect(checkPeople(0)).toHaveProperty('People');
  });
});

describe('texts', () => {
  const calm = /\b(safe|all clear|clear|ok)\b/i;
  const gym = { name: 'Gym', minutesToReach: 3, directions: 'North door.', isOpen: true };

  it('of a notice list what is open, the nearest first, and say a drill', () => {
    const near = { name: 'Hall', minutesToReach: 1, directions: '', isOpen: true };
    const shut = { name: 'Barn', minutesToReach: 1, directions: '', isOpen: false };
    const text = rollCallNoticeText({ placeName: 'North Field', isDrill: true, shelters: [gym, near, shut] });
    expect(text.subject).toBe('This is a drill. Roll-call at North Field');
    expect(text.text).toContain('Hall: 1 minute on foot.\nGym: 3 minutes on foot. North door.');
    expect(text.short).toContain('Hall (1 min), Gym (3 min)');
    expect(JSON.stringify(text)).not.toContain('Barn');
    const none = rollCallNoticeText({ placeName: 'North Field', isDrill: false, shelters: [shut] });
    expect(none.text).toContain('No shelter is entered as open');
    expect(JSON.stringify(none)).not.toMatch(/drill/i);
    for (const one of [text, none]) expect(JSON.stringify(one)).not.toMatch(calm);
  });

  it('of totals say first what nobody counted', () => {
    expect(rollCallTotalsText(counted([]))).toBe('Not counted: 2 of 2 groups, 34 expected in them.');
    const some = rollCallTotalsText(counted([count('a', 'gym', 30), checkIn('d', null, 'gym', 2)]));
    expect(some).toBe(
      'Not counted: 1 of 2 groups, 10 expected in them. Counted: 30 present, 0 missing, of 24 expected. ' +
        '6 more than expected in some groups. 2 checked in without a group.',
    );
    expect(some).not.toMatch(calm);
  });
});
