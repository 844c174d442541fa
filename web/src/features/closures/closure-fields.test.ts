// @vitest-environment node
import type { Closure } from '@allclear/contract';
import { expect, it } from 'vitest';
import { ApiFailure } from '../../api/failure.ts';
import {
  bodyOf,
  type ClosureFields,
  changedBody,
  fieldsOf,
  problemsOf,
  refusalOf,
} from './closure-fields.ts';
import { exampleClosure } from './example.ts';

const nowMs = Date.parse('2026-06-06T20:46:00Z');
const zone = 'America/Chicago';
const fields = (part: Partial<ClosureFields> = {}): ClosureFields => ({
  ...fieldsOf(null, nowMs, zone),
  reason: 'Wet field',
  ...part,
});

it.each([
  [{ lasts: '1' }, '2026-06-06T21:46:00.000Z'],
  [{ lasts: '4' }, '2026-06-07T00:46:00.000Z'],
  [{ lasts: 'opened' }, null],
  [{ lasts: 'until', until: '2026-06-06T18:30' }, '2026-06-06T23:30:00.000Z'],
] as const)('%j lasts until %s', (part, untilUtc) => {
  expect(bodyOf(fields(part), nowMs, zone)).toEqual({ reason: 'Wet field', untilUtc });
});

it('of an hour that occurs twice the later one counts', () => {
  const autumnMs = Date.parse('2026-11-01T04:00:00Z');
  const twice = fields({ lasts: 'until', until: '2026-11-01T01:30' });
  expect(bodyOf(twice, autumnMs, zone).untilUtc).toBe('2026-11-01T07:30:00.000Z');
});

it.each([
  [{ reason: ' ' }, { Reason: ['Reason is required: everybody who sees the place reads it'] }],
  [{ lasts: 'until', until: '' }, { Until: ['Enter a date and a time'] }],
  [{ lasts: 'until', until: '2026-06-06T15:45' }, { Until: ['The end must be in the future'] }],
  [
    { lasts: 'until', until: '2026-06-07T15:47' },
    { Until: ['A place can be closed for 24 hours at most, or until somebody opens it'] },
  ],
  [{ lasts: 'until', until: '2026-06-07T15:46' }, {}],
] as const)('%j has the errors %j', (part, errors) => {
  expect(problemsOf(fields(part), nowMs, zone)).toEqual(errors);
});

it('of a closure that somebody else changed only what the person changed is sent', () => {
  const edited = exampleClosure({ untilUtc: '2026-06-06T23:30:00.000Z' });
  const current: Closure = { ...edited, reason: 'Lightning rods', untilUtc: null, revision: 2 };
  const before = fieldsOf(edited, nowMs, zone);
  expect(before).toEqual({ reason: 'Wet field', lasts: 'until', until: '2026-06-06T18:30' });
  const send = (part: Partial<ClosureFields>) =>
    changedBody({ ...before, ...part }, { edited, current }, nowMs, zone);
  expect(send({ reason: 'Mud' })).toEqual({ reason: 'Mud', untilUtc: null, revision: 2 });
  expect(send({ lasts: '2' })).toEqual({
    ...{ reason: 'Lightning rods', untilUtc: '2026-06-06T22:46:00.000Z', revision: 2 },
  });
});

it('errors of the server are at their fields', () => {
  const failure = new ApiFailure({
    ...{ status: 400, code: 'bad-input', message: 'Please check.' },
    errors: { Reason: ['Too long'], UntilUtc: ['No date'] },
  });
  expect(refusalOf(failure, 'Not closed')).toEqual({
    ...{ header: 'Not closed', message: '', fields: { Reason: ['Too long'], Until: ['No date'] } },
  });
});
