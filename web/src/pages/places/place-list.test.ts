import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  folded,
  inOrder,
  isFound,
  nameParts,
  nameRanks,
  placesTitle,
  shortNames,
  stateCounts,
} from './place-list.ts';

const place = (
  id: string,
  label: string,
  kind: Parameters<typeof stateCounts>[0][number]['kind'] = 'clear',
) => ({
  id,
  label,
  kind,
});
const places = [
  place('1', 'Field 10'),
  place('2', 'field 2', 'observing'),
  place('3', 'Arena', 'delay'),
  place('4', 'Pool', 'unknown'),
  place('5', 'Field 9', 'delay'),
];
const ordered = (sort: 'worst' | 'name', pinned: string[] = []) =>
  inOrder(places, sort, new Set(pinned), nameRanks(places)).map(({ label }) => label);

it.each([
  ['worst', [], ['Arena', 'Field 9', 'Pool', 'field 2', 'Field 10']],
  ['name', [], ['Arena', 'field 2', 'Field 9', 'Field 10', 'Pool']],
  ['name', ['4', 'gone'], ['Pool', 'Arena', 'field 2', 'Field 9', 'Field 10']],
  ['worst', ['1', '2'], ['field 2', 'Field 10', 'Arena', 'Field 9', 'Pool']],
] as const)('orders places %s with pins %j', (sort, pinned, labels) => {
  expect(ordered(sort, [...pinned])).toEqual(labels);
});

it.each([
  ['École Élémentaire', 'ecole', true],
  ['École Élémentaire', 'ELEM  éco', true],
  ['Straße 5', 'stra 5', true],
  ['ملعب كرة القدم', 'كرة', true],
  ['Field 12', 'field 3', false],
  ['Field 12', '', true],
  ['Field (12) [a].*', '.*', true],
])('%s is found by %s: %s', (label, search, isThere) => {
  expect(isFound(folded(label), search)).toBe(isThere);
});

it('the title has the number of places in the worst state, and nothing while that is being checked', () => {
  expect(placesTitle(stateCounts(places))).toBe('Places: 2 stay inside');
  expect(placesTitle(stateCounts([place('1', 'a', 'checking'), place('2', 'b')]))).toBe('Places');
  expect(placesTitle(stateCounts([place('1', 'a', 'unknown'), place('2', 'b')]))).toBe('Places: 1 unknown');
  expect(placesTitle(stateCounts([place('1', 'a'), place('2', 'b')]))).toBe('Places: 2 clear');
  expect(placesTitle([])).toBe('Places');
});

it.each([
  'Pool',
  'North Campus Athletic Complex and Practice Fields of the Unified District, No 12',
  'ملعب كرة القدم الكبير في مدينة دالاس الشمالية بالقرب من المدرسة الثانوية الجديدة',
  'x'.repeat(80),
  '🏈'.repeat(80),
])('parts of %s join to the whole name, and its end is never cut', (label) => {
  const { head, tail } = nameParts(label);
  expect(head + tail).toBe(label);
  expect([...tail].length).toBeLessThanOrEqual(14);
  if ([...label].length > 28) expect([...tail].length).toBeGreaterThanOrEqual(3);
  expect((head + tail).isWellFormed() && head.isWellFormed()).toBe(true);
});

describe('short names', () => {
  const written = (labels: readonly string[], most: number) => labels.map(shortNames(labels, most));

  it('are cut between words, and keep their beginning and their end', () => {
    expect(written(['North Campus Practice Field 12', 'Pool'], 21)).toEqual(['North … Field 12', 'Pool']);
    expect(written(['North Campus Practice Field 12'], 24)).toEqual(['North Campus … Field 12']);
  });

  it('cut a word only where there is no other', () => {
    const [word = ''] = written(['x'.repeat(80)], 21);
    expect([...word]).toHaveLength(21);
  });

  it('are never two alike: what tells the names apart stays, or the names stay whole', () => {
    const east = 'Lincoln High School East Practice Field 2';
    const west = 'Lincoln High School West Practice Field 2';
    const [first = '', second = ''] = written([east, west], 30);
    expect(first).not.toBe(second);
    const long = (letter: string) => `${'a'.repeat(20)} ${letter} ${'b'.repeat(20)}`;
    expect(written([long('c'), long('d')], 21)).toEqual([long('c'), long('d')]);
  });

  it('fit, or are the whole name', () => {
    const name = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.uniqueArray(name, { selector: (words) => words.join(' '), maxLength: 6 }), (names) => {
        const labels = names.map((words) => words.join(' '));
        const short = written(labels, 28);
        expect(new Set(short).size).toBe(labels.length);
        for (const [i, one] of short.entries()) expect(one === labels[i] || [...one].length <= 28).toBe(true);
      }),
    );
  });
});
