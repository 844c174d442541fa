import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkGroupName, checkNotificationPerson, e164, isEmailAddress } from './people-rules.ts';

test.each([
  ['(813) 555-0123', '+18135550123'],
  ['813.555.0123', '+18135550123'],
  ['1 813 555 0123', '+18135550123'],
  ['+1 813 555 0123', '+18135550123'],
  ['+44 20 7946 0958', '+442079460958'],
  ['+81-3-1234-5678', '+81312345678'],
])('%s is the number %s', (typed, number) => {
  expect(e164(typed)).toBe(number);
});

test.each([
  '',
  '555-0100',
  '0135550123',
  '813 155 0123',
  '+1 813 555 012',
  '+0 813 555 0123',
  '+123',
  '8135550123 ext 4',
  '+1234567890123456',
  '++18135550123',
  'call me',
])('%j is no phone number', (typed) => {
  expect(e164(typed)).toBeNull();
});

test('a number in E.164 stays what it is', () => {
  fc.assert(
    fc.property(fc.string(), (typed) => {
      const number = e164(typed);
      if (number !== null) expect(e164(number)).toBe(number);
    }),
  );
  expect(e164('+18135550123')).toBe('+18135550123');
});

test.each(['a@example.org', 'first.last+tag@sub.example.co', "o'brien@example.org", 'jörg@bücher.example'])(
  '%s is an address',
  (text) => {
    expect(isEmailAddress(text)).toBe(true);
  },
);

test.each([
  '',
  'a',
  '@example.org',
  'a@',
  'a@example',
  'a@@example.org',
  'a@b@example.org',
  ' a@example.org',
  'a@example.org\r\nBcc: b@example.org',
  '<a@example.org>',
  'a b@example.org',
  '.a@example.org',
  'a..b@example.org',
  'a@-example.org',
  'a@example..org',
  'a@example.org\0',
  `${'a'.repeat(65)}@example.org`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(60)}.org`,
])('%j is no address', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

describe('somebody who only receives notifications', () => {
  const person = {
    firstName: 'Front',
    lastName: 'Office',
    email: 'office@example.org',
    phoneNumber: null,
    smsNotifications: false,
  };

  test.each<[string, object, string]>([
    ['no first name', { firstName: '  ' }, 'FirstName'],
    ['a first name of 101 characters', { firstName: 'x'.repeat(101) }, 'FirstName'],
    ['markup in the last name', { lastName: '<script>alert(1)</script>' }, 'LastName'],
    ['half a character in the last name', { lastName: '\ud83d' }, 'LastName'],
    ['neither address nor number', { email: null }, 'Email'],
    ['a bad address', { email: 'office' }, 'Email'],
    ['a bad number', { phoneNumber: '555-0100' }, 'PhoneNumber'],
    ['text messages without a number', { smsNotifications: true }, 'PhoneNumber'],
  ])('%s is said under its field', (_name, change, label) => {
    expect(Object.keys(checkNotificationPerson({ ...person, ...change }))).toEqual([label]);
  });

  test('is well with one of address and number', () => {
    expect(checkNotificationPerson(person)).toEqual({});
    expect(
      checkNotificationPerson({
        ...person,
        email: null,
        phoneNumber: '813 555 0123',
        smsNotifications: true,
      }),
    ).toEqual({});
  });
});

test.each<[string, string]>([
  ['nothing', ' '],
  ['101 characters', 'x'.repeat(101)],
  ['markup', '<b>Coaches</b>'],
  ['a line break', 'Coaches\nand more'],
  ['a NUL', 'Coaches\0'],
])('a group cannot be called %s', (_name, name) => {
  expect(checkGroupName(name).Name).toHaveLength(1);
});

test('a group may be called as people call it', () => {
  expect(checkGroupName('Coaches & trainers, 9–12 (été) 🏈')).toEqual({});
});
