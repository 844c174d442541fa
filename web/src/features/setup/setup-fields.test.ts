// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { forgetFields, keepFields, readFields } from './kept-fields.ts';
import { bodyOf, emptyFields, problemsOf, refusalOf, type SetupFields, stepOf } from './setup-fields.ts';

const fields: SetupFields = {
  ...{ code: ' 7k3qx-0m9td ', name: ' Bay District ', timeZone: 'America/Chicago' },
  ...{ supportEmail: 'help@bay.example', supportPhone: '', firstName: 'Sam', lastName: 'Rivera' },
  ...{
    email: ' sam@bay.example',
    password: 'a storm over the bay',
    confirmedPassword: 'a storm over the bay',
  },
};

it.each(['code', 'organization', 'admin'] as const)('%s is complained of in its own step', (step) => {
  expect(problemsOf(fields, step, true)).toEqual({});
  const labels = Object.keys(problemsOf(emptyFields('America/Chicago'), step, true));
  expect(labels).toEqual(
    { code: ['Code'], organization: ['Name', 'SupportEmail'], admin: ['FirstName', 'Email', 'Password'] }[
      step
    ],
  );
});

it('a password is asked for where people sign in here', () => {
  const short = { ...fields, password: 'short', confirmedPassword: 'other' };
  expect(Object.keys(problemsOf(short, 'admin', true))).toEqual(['Password', 'ConfirmedPassword']);
  expect(problemsOf(short, 'admin', false)).toEqual({});
  expect(bodyOf(fields, false)).not.toHaveProperty('password');
  expect(bodyOf(fields, true)).toMatchObject({
    ...{ name: 'Bay District', email: 'sam@bay.example', password: 'a storm over the bay' },
  });
});

it.each([
  [{ Email: ['Email is required'], Name: ['Name is required'] }, 'organization'],
  [{ Code: ['This is not the setup code'], Password: ['Too easy'] }, 'code'],
  [{ Password: ['Too easy'] }, 'admin'],
  [{}, null],
] as const)('%j leads to the first step with an error', (errors, step) => {
  const thrown = new ApiFailure({
    status: 400,
    code: 'bad-input',
    message: 'No',
    errors: { ...errors } as never,
  });
  expect(stepOf(refusalOf(thrown, 'admin'))).toBe(step);
});

describe('what a tab keeps for a reload', () => {
  beforeEach(() => sessionStorage.clear());

  it('is everything but the code and the password', () => {
    keepFields(sessionStorage, fields);
    expect(JSON.stringify(sessionStorage)).not.toMatch(/7k3qx|storm/);
    expect(readFields(sessionStorage, 'UTC')).toEqual({
      ...fields,
      ...{ code: '', password: '', confirmedPassword: '' },
    });
    forgetFields(sessionStorage);
    expect(readFields(sessionStorage, 'UTC')).toEqual(emptyFields('UTC'));
  });

  it.each(['', 'null', '[]', '{"name":5,"other":"x","password":"y"}', '{'])(
    '%j is read as nothing',
    (text) => {
      sessionStorage.setItem('allclear.setup', text);
      expect(readFields(sessionStorage, 'UTC')).toEqual(emptyFields('UTC'));
    },
  );
});
