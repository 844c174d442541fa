import { describe, expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import { exampleMessage, exampleTemplate } from './example.ts';
import {
  bodyOf,
  cut,
  cutFields,
  defaultSenderText,
  emptyFields,
  fieldsOf,
  isSameFields,
  mergedFields,
  problemsOf,
  refusalOf,
} from './message-fields.ts';
import { createSendKeys } from './send-keys.ts';

it('cuts the headline to 100, the message to 500 and the sender to 100 characters', () => {
  const long = 'x'.repeat(600);
  const fields = cutFields({ headline: long, message: long, senderText: long });
  expect(fields.headline).toHaveLength(100);
  expect(fields.message).toHaveLength(500);
  expect(fields.senderText).toHaveLength(100);
  expect(cutFields({ senderText: null, isDrill: true })).toEqual({ senderText: null, isDrill: true });
});

it('does not cut a character in two', () => {
  expect(cut(`${'x'.repeat(4)}⛈️🌩`, 5)).toBe('xxxx⛈');
  expect(cut('xxxx🌩', 5)).toBe('xxxx');
  expect(cut('xxx🌩', 5)).toBe('xxx🌩');
});

it('the sender names the user and the organization unless something else is written', () => {
  const sender = defaultSenderText('Alex Admin', 'Riverside');
  expect(sender).toBe('Alex Admin at Riverside using Allclear');
  expect(defaultSenderText('Alex Admin', undefined)).toBe('Alex Admin using Allclear');
  expect(defaultSenderText('A'.repeat(90), 'Riverside')).toHaveLength(100);
  expect(bodyOf(emptyFields(), sender).senderText).toBe(sender);
  expect(bodyOf({ ...emptyFields(), senderText: '' }, sender).senderText).toBe('');
});

it('push and SMS are always among the channels; email adds its bit', () => {
  expect(bodyOf(emptyFields(), '').channel).toBe(5);
  expect(bodyOf({ ...emptyFields(), hasEmail: true }, '').channel).toBe(7);
  expect(fieldsOf(exampleMessage({ channel: 7 })).hasEmail).toBe(true);
  expect(fieldsOf(exampleMessage({ channel: 5 })).hasEmail).toBe(false);
});

it('a copy has the recipients to whom the message was delivered', () => {
  expect(fieldsOf(exampleMessage()).recipients).toEqual(['p1', 'p2']);
});

it('a template needs its texts, a message a recipient too', () => {
  const empty = bodyOf({ ...emptyFields(), headline: ' ', senderText: '' }, '');
  expect(Object.keys(problemsOf(empty, false))).toEqual(['Headline', 'Message', 'SenderText']);
  expect(Object.keys(problemsOf(empty, true))).toContain('Recipients');
  const whole = bodyOf({ ...emptyFields(), headline: 'a', message: 'b', recipients: ['p1'] }, 'c');
  expect(problemsOf(whole, true)).toEqual({});
});

describe('a refused call', () => {
  const failure = (errors: Record<string, string[]>) =>
    new ApiFailure({ status: 400, code: 'bad-input', message: 'Please check the form', errors });

  it.each([
    ['send', 'Error sending message'],
    ['add', 'Error saving template'],
    ['update', 'Error updating template'],
    ['delete', 'Error deleting template'],
  ] as const)('has a text of its own: %s', (work, header) => {
    expect(refusalOf(new Error('lost'), work).header).toBe(header);
  });

  it('says the first error of the server instead, and the others at their fields', () => {
    const refusal = refusalOf(
      failure({ ServerError: ['No channel is set up'], Recipients: ['Two are inactive'] }),
      'send',
    );
    expect(refusal.header).toBe('No channel is set up');
    expect(refusal.fields).toEqual({ Recipients: ['Two are inactive'] });
  });

  it('says why where no field is wrong', () => {
    const lost = new ApiFailure({ status: 0, code: 'unreachable', message: 'Not reached' });
    expect(refusalOf(lost, 'send')).toEqual({
      header: 'Error sending message',
      message: 'Not reached',
      fields: {},
    });
  });
});

it('a template that somebody else changed keeps their fields, except those that the user changed', () => {
  const base = fieldsOf(exampleTemplate());
  const mine = { ...base, headline: 'Mine', recipients: ['p1'] };
  const current = { ...base, headline: 'Theirs', message: 'Theirs', isDrill: true };
  expect(mergedFields(base, mine, current)).toEqual({
    ...current,
    headline: 'Mine',
    recipients: ['p1'],
  });
});

it('fields are the same with the same recipients in the same order', () => {
  const fields = { ...emptyFields(), recipients: ['p1', 'p2'] };
  expect(isSameFields(fields, { ...fields, recipients: ['p1', 'p2'] })).toBe(true);
  expect(isSameFields(fields, { ...fields, recipients: ['p1'] })).toBe(false);
  expect(isSameFields(fields, { ...fields, isDrill: true })).toBe(false);
});

it('a content keeps its key until the server has sent it, and another content has another', () => {
  const keys = createSendKeys();
  const first = keys.of('a');
  expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(keys.of('b')).not.toBe(first);
  expect(keys.of('a')).toBe(first);
  keys.sent('a');
  expect(keys.of('a')).not.toBe(first);
});
