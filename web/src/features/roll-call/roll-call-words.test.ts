import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleGroup, exampleLive, exampleRollCall } from './example.ts';
import {
  codeText,
  groupText,
  headlineOf,
  lineText,
  shelterText,
  sourceText,
  standingText,
} from './roll-call-words.ts';

const calming = /\b(?:all )?clear\b|\bsafe\b|all good|\bok\b|everyone is/i;
const textsOf = (live: ReturnType<typeof exampleLive>) => {
  const { text, notes } = headlineOf(live);
  return [text, ...notes].join(' · ');
};

describe('the headline', () => {
  it.each([
    [
      'who is missing',
      [exampleGroup({ present: 20 }), exampleGroup({ id: 'b', expected: 30, present: 27 })],
      'Missing 7 of 54',
    ],
    [
      'groups that nobody counted',
      [exampleGroup(), exampleGroup({ id: 'b', expected: 30, present: null })],
      '1 group not counted',
    ],
    ['numbers that cannot be right', [exampleGroup({ present: 26 })], '26 of 24 counted'],
    ['everybody, and nothing more', [exampleGroup()], 'Everybody expected is counted'],
    ['no groups', [], 'This roll-call has no groups'],
  ])('says %s', (_, groups, text) => {
    expect(headlineOf(exampleLive(groups)).text).toBe(text);
  });

  it('people who are missing stand before groups that are not counted, which stay beside them', () => {
    const groups = [exampleGroup({ present: 20 }), exampleGroup({ id: 'b', expected: 30, present: null })];
    expect(headlineOf(exampleLive(groups))).toEqual({
      tone: 'missing',
      text: 'Missing 4 of 54',
      notes: ['20 of 54 counted', 'Not counted: 1 group, 30 people expected'],
    });
  });

  it('more people in one group hide nobody who is missing in another', () => {
    const groups = [exampleGroup({ present: 30 }), exampleGroup({ id: 'b', expected: 10, present: 8 })];
    expect(textsOf(exampleLive(groups))).toMatch(/^Missing 2 of 34.*6 more than expected/);
  });

  it('people without a group are said, and change nothing else', () => {
    const live = exampleLive([exampleGroup({ present: 20 })], {
      ungrouped: { present: 4, byShelter: [] },
      joinedLater: 1,
    });
    expect(textsOf(live)).toBe(
      'Missing 4 of 24 · 20 of 24 counted · 4 people without a group, not in the numbers · 1 entry joined later',
    );
  });

  it('says that everybody is counted exactly when every group is counted as expected, and never calms', () => {
    const group = fc
      .record({ expected: fc.nat(60), present: fc.option(fc.nat(60)) })
      .map((numbers) => exampleGroup(numbers));
    fc.assert(
      fc.property(fc.array(group, { maxLength: 8 }), fc.nat(5), (groups, ungrouped) => {
        const live = exampleLive(groups, { ungrouped: { present: ungrouped, byShelter: [] } });
        const { tone, text } = headlineOf(live);
        const isAll = groups.length > 0 && groups.every(({ state }) => state === 'as-expected');
        expect(tone === 'counted').toBe(isAll);
        expect(text.startsWith('Everybody')).toBe(isAll);
        expect(text).not.toMatch(/Missing 0|-\d/);
        expect(textsOf(live)).not.toMatch(calming);
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a group that nobody counted is not one of whom nobody is present', () => {
  expect(groupText(exampleGroup({ present: null }))).toBe('Not counted');
  expect(groupText(exampleGroup({ present: 0 }))).toBe('Missing 24');
  expect(groupText(exampleGroup())).toBe('All expected counted');
  expect(groupText(exampleGroup({ present: 25 }))).toBe('1 more than expected');
});

it('check-ins beside a count of a warden are not added', () => {
  const at = { shelterId: 'gym', present: 20, atUtc: '' };
  expect(sourceText({ ...at, source: 'count', checkedIn: 12 })).toBe(
    'by a warden; 12 checked in themselves, not added',
  );
  expect(sourceText({ ...at, source: 'check-ins', checkedIn: 20 })).toBe('checked in themselves');
});

it('a shelter says when it holds more than it can, and that its capacity is not known', () => {
  expect(shelterText({ capacity: 200 }, { present: 212, over: 12 })).toBe(
    '212 here, 12 more than it holds (200)',
  );
  expect(shelterText({ capacity: null }, { present: 5, over: 0 })).toBe('5 here, capacity not known');
  expect(shelterText({ capacity: 200 }, null)).toBe('holds 200');
});

it('a drill is one in every line', () => {
  for (const isOpen of [true, false]) expect(standingText({ isDrill: true, isOpen })).toMatch(/^Drill: /);
  for (const part of [
    {},
    { live: null },
    { live: null, own: { groupId: null, shelterId: 'gym', people: 2, atUtc: '' } },
  ])
    expect(lineText(exampleRollCall({ isDrill: true, ...part }))).toMatch(/^Drill, roll-call/);
  expect(lineText(exampleRollCall())).toBe('Roll-call: Missing 4 of 24');
});

it('a code is printed in two parts', () => {
  expect(codeText('K7QM4XPA')).toBe('K7QM-4XPA');
});
