import { expect, it } from 'vitest';
import { policyWatches, toldGroups } from './policy-reach.ts';

it.each([
  ['all groups, a place of one', { allGroups: true, siteIds: [] }, ['a'], true, ['a']],
  ['all groups, a place of none', { allGroups: true, siteIds: [] }, [], true, ['a', 'b', 'c']],
  ['one group, its place', { allGroups: false, siteIds: ['a'] }, ['a', 'b'], true, ['a']],
  ['one group, another’s place', { allGroups: false, siteIds: ['a'] }, ['b'], false, []],
  ['one group, a place of none', { allGroups: false, siteIds: ['a'] }, [], true, ['a']],
  ['no group, a place of none', { allGroups: false, siteIds: [] }, [], false, []],
])('%s', (_name, policy, siteIds, watched, told) => {
  expect(policyWatches(policy, { siteIds })).toBe(watched);
  expect(toldGroups(policy, { siteIds }, ['a', 'b', 'c'])).toEqual(told);
});
