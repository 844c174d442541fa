import { expect, it } from 'vitest';
import { changedFields } from './audit-entry.ts';

it('a change says only what differs, without revisions', () => {
  const before = { id: 'a', name: 'Wind', threshold: 30, groupIds: ['x'], revision: 1, note: undefined };
  const after = { id: 'a', name: 'Wind', threshold: 35, groupIds: ['x', 'y'], revision: 2 };
  expect(changedFields(before, after)).toEqual({
    before: { threshold: 30, groupIds: ['x'] },
    after: { threshold: 35, groupIds: ['x', 'y'] },
  });
  expect(changedFields(before, { ...before, revision: 7 })).toEqual({ before: {}, after: {} });
});

it('something new or gone is said whole; a field that appears is in one version only', () => {
  const policy = { name: 'Wind', updatedAt: 3 };
  expect(changedFields(null, policy)).toEqual({ before: null, after: { name: 'Wind' } });
  expect(changedFields(policy, null)).toEqual({ before: { name: 'Wind' }, after: null });
  expect(changedFields({ name: 'a' }, { name: 'a', note: 'b' })).toEqual({
    before: {},
    after: { note: 'b' },
  });
});
