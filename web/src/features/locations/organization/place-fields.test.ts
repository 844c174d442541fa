import { expect, test } from 'vitest';
import { ApiFailure } from '../../../api/failure.ts';
import { draftOf, fieldsOf, problemsOf, refusalOf } from './place-fields.ts';

test('a new location needs a name and a position', () => {
  expect(Object.keys(problemsOf(draftOf(null)))).toEqual(['Name', 'Latitude', 'Longitude']);
  const draft = { name: ' Stadium ', locationName: ' Road 1 ', latitude: 0, longitude: 0 };
  expect(problemsOf(draft)).toEqual({});
  expect(fieldsOf(draft)).toEqual({ name: 'Stadium', address: 'Road 1', latitude: 0, longitude: 0 });
});

test('an error of the address stands at the field of the address', () => {
  const markup = { name: 'Stadium', locationName: '<b>', latitude: 0, longitude: 0 };
  expect(Object.keys(problemsOf(markup))).toEqual(['LocationName']);
  const refused = new ApiFailure({
    ...{ status: 409, code: 'conflict', message: 'Taken.' },
    errors: { Address: ['Too long'], Name: ['Taken'] },
  });
  expect(refusalOf(refused, true)).toEqual({
    header: 'Error adding location',
    message: '',
    fields: { Name: ['Taken'], LocationName: ['Too long'] },
  });
});
