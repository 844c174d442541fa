import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { exampleEditor, exampleUser } from './example.ts';
import { editorOf } from './person-rules.ts';
import {
  bodyOf,
  changesOf,
  fieldsOf,
  problemsOf,
  RefusedWork,
  refusalOf,
  type UserFields,
} from './user-fields.ts';

const admin = editorOf(exampleEditor('admin'));
const valid: UserFields = { ...fieldsOf(null, 'g'), firstName: 'Casey', email: 'casey@example.org' };
const labelsOf = (part: Partial<UserFields>, editor = admin) =>
  Object.keys(problemsOf({ ...valid, ...part }, null, editor));

it('a new user is a Customer in Central time, with email notifications', () => {
  expect(fieldsOf(null, '')).toMatchObject({
    ...{
      roleId: 4,
      timeZone: 'CST',
      emailNotifications: true,
      smsNotifications: false,
      siteId: '',
    },
  });
});

it('empty texts are sent as null, names without blanks, the number as it is stored', () => {
  expect(
    bodyOf({ ...valid, firstName: ' Casey ', email: ' ', phoneNumber: '(813) 555-0123', siteId: '' }),
  ).toMatchObject({ firstName: 'Casey', email: null, phoneNumber: '+18135550123', siteId: null });
});

it('an unchanged form of a stored user sends nothing', () => {
  const edited = exampleUser('customer', { phoneNumber: '+18135550123', orgLocations: ['b', 'a'] });
  expect(changesOf(edited, fieldsOf(edited, ''))).toEqual({});
  expect(changesOf(edited, { ...fieldsOf(edited, ''), lastName: 'Trainer' })).toEqual({
    lastName: 'Trainer',
  });
});

it.each<[string, Partial<UserFields>, string[]]>([
  ['a valid user', {}, []],
  ['no first name', { firstName: ' ' }, ['FirstName']],
  ['no address of somebody who signs in', { email: '' }, ['Email']],
  ['no group', { siteId: '' }, ['SiteId']],
  ['a number that is none', { phoneNumber: '555' }, ['PhoneNumber']],
  ['text messages without a number', { smsNotifications: true }, ['PhoneNumber']],
  ['notification-only by phone alone', { roleId: -1, email: '', phoneNumber: '8135550123' }, []],
  ['notification-only with neither', { roleId: -1, email: '' }, ['Email']],
])('%s', (_name, part, labels) => expect(labelsOf(part)).toEqual(labels));

it('an Assistant Admin need not choose the group', () => {
  expect(labelsOf({ siteId: '' }, editorOf(exampleEditor('assistant-admin')))).toEqual([]);
});

const refused = (code: 'bad-input' | 'conflict', message: string, errors: Record<string, string[]>) =>
  new ApiFailure({ status: code === 'conflict' ? 409 : 400, code, message, errors });

it('a refusal has the texts of the specification, and its errors at their fields', () => {
  expect(refusalOf(refused('bad-input', 'No', { Email: ['Email is required'] }), 'add')).toEqual({
    ...{ header: 'Error adding user.', message: '', fields: { Email: ['Email is required'] } },
  });
  expect(refusalOf(new Error('x'), 'update').header).toBe('Error updating user');
  expect(refusalOf(new RefusedWork('updateNotified', new Error('x')), 'update').header).toBe(
    'Error updating notification user.',
  );
  expect(refusalOf(refused('bad-input', 'No', { ServerError: ['Try later'] }), 'add').header).toBe(
    'Try later',
  );
  const demotion = new RefusedWork('demote', refused('conflict', 'An organization keeps one.', {}));
  expect(refusalOf(demotion, 'update').header).toBe('An organization keeps one.');
});

it('a promotion calls the user name an email address', () => {
  const cause = refused('bad-input', 'No', { UserName: ['User name can be at most 254 characters'] });
  expect(refusalOf(new RefusedWork('promote', cause), 'update')).toEqual({
    header: 'Unable to promote notification user.',
    message: '',
    fields: { Email: ['Email can be at most 254 characters'] },
  });
  const first = refused('bad-input', 'No', { ServerError: ['UserName is taken'] });
  expect(refusalOf(new RefusedWork('promote', first), 'update').header).toBe('Email is taken');
});
