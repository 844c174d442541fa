import { expect, it } from 'vitest';
import { ApiFailure } from '../../../api/failure.ts';
import { withStart } from '../../../forms/alert-times/alert-times.ts';
import { exampleGroup } from '../example.ts';
import {
  changesOf,
  choices,
  daySentence,
  deletionBar,
  fieldsOf,
  problemsOf,
  refusalOf,
} from './group-fields.ts';

it('a new group is notified every day from 5 AM to 11 PM', () => {
  expect(fieldsOf(null).alertTimes).toHaveLength(7);
  expect(
    new Set(fieldsOf(null).alertTimes.map(({ startTime, endTime }) => `${startTime} ${endTime}`)),
  ).toEqual(new Set(['05:00:00 23:00:00']));
});

it('hours have steps of 30 minutes, ALL DAY first, the midnight that ends the day last', () => {
  expect(choices.starts.slice(0, 3).map(({ label }) => label)).toEqual(['ALL DAY', '12:00 AM', '12:30 AM']);
  expect(choices.starts).toHaveLength(49);
  expect(choices.ends.map(({ label }) => label).at(-1)).toBe('12:00 AM');
  expect(choices.ends).toHaveLength(48);
});

it('ALL DAY and a start exclude each other', () => {
  const [sunday] = fieldsOf(null).alertTimes;
  const allDay = withStart(sunday!, 'all-day');
  expect(allDay).toMatchObject({ allDay: true });
  expect(withStart(allDay, '06:30:00')).toMatchObject({ allDay: false, startTime: '06:30:00' });
});

it('a day without hours is off', () => {
  const group = exampleGroup({ alertTimes: exampleGroup().alertTimes.slice(1) });
  expect(fieldsOf(group).alertTimes.map(({ enabled }) => enabled)).toEqual([
    ...[false, true, true, true, true, true, true],
  ]);
});

it('sends what differs and nothing else', () => {
  const group = exampleGroup({ organizationLocations: ['b', 'a'] });
  expect(changesOf(group, fieldsOf(group))).toEqual({});
  expect(changesOf(group, { ...fieldsOf(group), name: 'Trainers ' })).toEqual({ name: 'Trainers' });
});

it('errors are under Name and under the start of their day', () => {
  const [sunday, ...rest] = fieldsOf(null).alertTimes;
  const same = { ...sunday!, endTime: '05:00:00' };
  const errors = problemsOf({ ...fieldsOf(null), alertTimes: [same, ...rest] });
  expect(Object.keys(errors)).toEqual(['Name', 'AlertTimes[0].StartTime']);
  expect(daySentence(errors, 0)).toMatch(/./);
  expect(daySentence(errors, 1)).toBeNull();
});

it.each<[object, string | null]>([
  [{}, null],
  [{ users: ['a'] }, 'Remove all users first: this group has 1 user.'],
  [{ users: ['a'], notificationUsers: ['b'] }, 'Remove all users first: this group has 2 users.'],
  [{ organizationLocations: ['a'] }, 'Remove all locations first: this group has 1 location.'],
  [
    { users: ['a'], organizationLocations: ['a', 'b'] },
    'Remove all users and locations first: this group has 1 user and 2 locations.',
  ],
])('%j: what forbids deletion is named', (part, sentence) => {
  expect(deletionBar(exampleGroup(part))).toBe(sentence);
});

it('a refused call has the texts of the specification', () => {
  const failure = new ApiFailure({
    ...{ status: 400, code: 'bad-input', message: 'No' },
    errors: { 'AlertTimes[3].StartTime': ['Times are the same'], Name: ['Name is required'] },
  });
  expect(refusalOf(failure, 'update')).toEqual({
    header: 'Error updating user group',
    message: '',
    fields: { Name: ['Name is required'], 'AlertTimes[3].StartTime': ['Times are the same'] },
  });
  expect(refusalOf(new Error('x'), 'add').header).toBe('Error creating user group');
  const conflict = new ApiFailure({
    ...{ status: 409, code: 'conflict', message: 'Cannot delete a group assigned to one or more locations.' },
  });
  expect(refusalOf(conflict, 'delete')).toMatchObject({
    header: 'Error deleting user group',
    message: 'Cannot delete a group assigned to one or more locations.',
  });
});
