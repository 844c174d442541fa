import { expect, it } from 'vitest';
import { foundWidgets } from './widget-search.ts';

const widgets = [
  { name: 'St. Mary, Field', customerName: 'Bay Schools' },
  { name: 'Pier', customerName: 'Harbor Co., Inc.' },
];
const found = (search: string, customerName = false) =>
  foundWidgets(widgets, search, { customerName }).map(({ name }) => name);

it.each([
  ['', 2],
  ['pi', 2],
  ['  p ', 2],
  ['pie', 1],
])('a search of more than two characters begins to find: %j shows %d', (search, count) => {
  expect(found(search)).toHaveLength(count);
});

it('ignores dots, commas and case', () => {
  expect(found('ST MARY FIELD')).toEqual(['St. Mary, Field']);
  expect(found('st., mary')).toEqual(['St. Mary, Field']);
});

it('searches the name always, and the name of the customer where that is chosen', () => {
  expect(found('harbor')).toEqual([]);
  expect(found('harbor co inc', true)).toEqual(['Pier']);
  expect(found('pier', true)).toEqual(['Pier']);
});
