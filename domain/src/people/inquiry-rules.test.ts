import { describe, expect, test } from 'vitest';
import { type ConsultationDraft, checkConsultation, checkSupportRequest } from './inquiry-rules.ts';

const draft: ConsultationDraft = {
  ...{ message: 'Will it rain at six?', preferredContact: 'email', email: 'ada@bay.example' },
  ...{ phone: null, ccdEmails: [] },
};

describe('a question to a meteorologist', () => {
  test.each<[string, Partial<ConsultationDraft>, string[]]>([
    ['by email', {}, []],
    ['of 4,000 characters', { message: 'x'.repeat(4_000) }, []],
    ['of 4,001 characters', { message: 'x'.repeat(4_001) }, ['Message']],
    ['of blanks', { message: ' \n ' }, ['Message']],
    ['without an address to answer to', { email: null }, ['Email']],
    ['with an address that would add a header', { email: 'ada@bay.example\nBcc: x@y.example' }, ['Email']],
    ['by phone', { preferredContact: 'phone', email: null, phone: '(813) 555-0123' }, []],
    ['by text without a number', { preferredContact: 'text', email: null }, ['Phone']],
    ['by phone with a wrong number', { preferredContact: 'phone', phone: '123' }, ['Phone']],
    [
      'copied to eleven people',
      { ccdEmails: Array.from({ length: 11 }, () => 'a@b.example') },
      ['CcdEmails'],
    ],
  ])('%s', (_name, part, labels) => {
    expect(Object.keys(checkConsultation({ ...draft, ...part }))).toEqual(labels);
  });
});

test.each<[string, { subject: string; message: string }, string[]]>([
  ['whole', { subject: 'Access', message: 'Please' }, []],
  ['without anything', { subject: ' ', message: '' }, ['Message', 'Subject']],
  ['with a long subject', { subject: 'x'.repeat(151), message: 'Please' }, ['Subject']],
  ['with a second header', { subject: 'Hi\r\nBcc: x@y.example', message: 'Please' }, ['Subject']],
])('a message to the support contact, %s', (_name, request, labels) => {
  expect(Object.keys(checkSupportRequest(request))).toEqual(labels);
});
