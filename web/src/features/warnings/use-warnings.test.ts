import { expect, it } from 'vitest';
import { known, policyWarning } from './example.ts';
import { warningsOf } from './use-warnings.ts';

const here = { locationId: 'here', warnings: [policyWarning()], alertEvents: [] };

it('a location has its own warnings, and none when the answer leaves it out', () => {
  expect(warningsOf(known([here]), 'here').value).toEqual([policyWarning()]);
  expect(warningsOf(known([here]), 'elsewhere').value).toEqual([]);
});

it('what was not answered is not empty', () => {
  expect(warningsOf(known([here], { value: null, failed: true }), 'here')).toMatchObject({
    value: null,
    failed: true,
  });
  expect(warningsOf(known([here], { unobserved: true }), 'here').unobserved).toBe(true);
});
