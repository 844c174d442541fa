import { expect, it } from 'vitest';
import { answered, policyWarning } from './example.ts';
import { warningsOf } from './use-warnings.ts';

const here = { locationId: 'here', warnings: [policyWarning()], alertEvents: [], closure: null };

it('a location has its own warnings, and none when the answer leaves it out', () => {
  expect(warningsOf(answered([here]), 'here').value).toEqual([policyWarning()]);
  expect(warningsOf(answered([here]), 'elsewhere').value).toEqual([]);
});

it('what was not answered is not empty', () => {
  expect(warningsOf(answered([here], { value: null, failed: true }), 'here')).toMatchObject({
    value: null,
    failed: true,
  });
  expect(warningsOf(answered([here], { unobserved: true }), 'here').unobserved).toBe(true);
});
