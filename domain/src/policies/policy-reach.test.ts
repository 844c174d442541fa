import { expect, it } from 'vitest';
import { notifiedGroups, policyWatches } from './policy-reach.ts';

it.each([
  ['all groups, a place of one', { allGroups: true, groupIds: [] }, ['a'], true, ['a']],
  ['all groups, a place of none', { allGroups: true, groupIds: [] }, [], true, ['a', 'b', 'c']],
  ['one group, its place', { allGroups: false, groupIds: ['a'] }, ['a', 'b'], true, ['a']],
  ['one group, another’s place', { allGroups: false, groupIds: ['a'] }, ['b'], false, []],
  ['one group, a place of none', { allGroups: false, groupIds: ['a'] }, [], true, ['a']],
  ['no group, a place of none', { allGroups: false, groupIds: [] }, [], false, []],
])('%s', (_name, policy, groupIds, watched, notified) => {
  expect(policyWatches(policy, { groupIds })).toBe(watched);
  expect(notifiedGroups(policy, { groupIds }, ['a', 'b', 'c'])).toEqual(notified);
});
