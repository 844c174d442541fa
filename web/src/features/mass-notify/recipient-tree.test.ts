import { expect, it } from 'vitest';
import { exampleAddressee, exampleAddressees } from './example.ts';
import { chosenOf, foundIn, groupsOf, rowsOf, toggled, windowOf } from './recipient-tree.ts';

const groups = groupsOf(exampleAddressees);
const namesOf = (found: ReturnType<typeof foundIn>) =>
  found.map(({ name, people }) => `${name}: ${people.map(({ fullName }) => fullName).join(', ')}`);

it('people stand under their group by name, those without one last', () => {
  expect(namesOf(groups)).toEqual([
    'North: Ada North, Ben North',
    'South: Cleo South',
    'No group: Dora Text',
  ]);
});

it('a search finds people, and a group with all of its people', () => {
  expect(namesOf(foundIn(groups, ' BEN'))).toEqual(['North: Ben North']);
  expect(namesOf(foundIn(groups, 'south'))).toEqual(['South: Cleo South']);
  expect(foundIn(groups, 'nobody')).toEqual([]);
  expect(foundIn(groups, ' ')).toBe(groups);
});

it('the people of an open group are lines below it that know their place', () => {
  const rows = rowsOf(groups, (id) => id === 'north');
  expect(rows.map(({ key, position, count }) => `${key} ${position}/${count}`)).toEqual([
    'group-north 1/3',
    'person-p1 1/2',
    'person-p2 2/2',
    'group-south 2/3',
    'group- 3/3',
  ]);
  expect(rows[2]).toMatchObject({ kind: 'person', parent: 0 });
});

it('a group is chosen with all of its people, and left out when all of them are chosen', () => {
  const [north] = groups;
  const people = north?.people ?? [];
  expect(chosenOf(people, new Set(['p1', 'p3']))).toBe(1);
  expect(toggled(['p3', 'p1'], people)).toEqual(['p3', 'p1', 'p2']);
  expect(toggled(['p3', 'p1', 'p2'], people)).toEqual(['p3']);
});

it('of ten thousand people some twenty lines are drawn', () => {
  const many = groupsOf(
    Array.from({ length: 10_000 }, (_, index) => exampleAddressee(`p${index}`, `Person ${index}`, 'All')),
  );
  const rows = rowsOf(many, () => true);
  expect(rows).toHaveLength(10_001);
  const { first, end } = windowOf(rows.length, { topPx: 44 * 5_000, heightPx: 308, rowPx: 44 });
  expect(first).toBeLessThanOrEqual(5_000);
  expect(end).toBeGreaterThanOrEqual(5_007);
  expect(end - first).toBeLessThan(25);
  expect(windowOf(3, { topPx: 0, heightPx: 308, rowPx: 44 })).toEqual({ first: 0, end: 3 });
  expect(windowOf(3, { topPx: 44 * 500, heightPx: 308, rowPx: 44 })).toEqual({ first: 3, end: 3 });
});
