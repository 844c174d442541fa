import { expect, it } from 'vitest';
import { checkSetup, type SetupDraft } from './setup-rules.ts';

const draft: SetupDraft = {
  ...{ name: 'Bay District', timeZone: 'America/New_York' },
  ...{ supportEmail: 'help@bay.example', supportPhone: '' },
  ...{ firstName: 'Sam', lastName: 'Rivera', email: 'sam@bay.example' },
};

it('an organization with a contact and a person with an address can begin', () => {
  expect(checkSetup(draft)).toEqual({});
  expect(
    checkSetup({ ...draft, timeZone: 'Eastern', supportPhone: '555-0100 ext. 4', lastName: '' }),
  ).toEqual({});
});

it.each<[Partial<SetupDraft>, Record<string, string>]>([
  [{ name: '' }, { Name: 'Name is required' }],
  [{ name: '<b>' }, { Name: 'Name cannot contain < or > or control characters' }],
  [{ timeZone: '' }, { TimeZone: 'There is no such time zone' }],
  [{ timeZone: 'Mars/Olympus' }, { TimeZone: 'There is no such time zone' }],
  [{ supportEmail: '' }, { SupportEmail: 'Support email is required' }],
  [{ supportEmail: 'help' }, { SupportEmail: 'Support email must be an address like name@example.org' }],
  [{ firstName: '' }, { FirstName: 'First name is required' }],
  [{ email: '' }, { Email: 'Email is required' }],
  [{ email: 'sam@bay' }, { Email: 'Email must be an address like name@example.org' }],
])('%j is refused under its field', (change, errors) => {
  const expected = Object.fromEntries(Object.entries(errors).map(([label, text]) => [label, [text]]));
  expect(checkSetup({ ...draft, ...change })).toEqual(expected);
});
