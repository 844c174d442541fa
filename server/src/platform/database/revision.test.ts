import { expect, test } from 'vitest';
import { nextRevision, requireRevision, StaleRevision } from './revision.ts';

const before = { revision: 3, fieldRevisions: { label: 2 }, label: 'Gym', radius: 10, times: [{ day: 1 }] };

test('a change raises the revision and notes the fields that it changed', () => {
  const { revision, field_revisions } = nextRevision(before, {
    label: 'Gym',
    radius: 12,
    times: [{ day: 1 }],
  });
  expect([revision, JSON.parse(field_revisions)]).toEqual([4, { label: 2, radius: 4 }]);
  const left = nextRevision(before, { radius: undefined });
  expect([left.revision, JSON.parse(left.field_revisions)]).toEqual([4, { label: 2 }]);
});

test('only a change that is based on another revision is refused, with what changed since', () => {
  const current = { revision: 5, fieldRevisions: { label: 2, groupIds: 4, radius: 5 } };
  const words = { what: 'this policy', labels: { groupIds: 'Sites' } };
  requireRevision(current, undefined, words);
  requireRevision(current, 5, words);
  const refused = (basedOn: number) => {
    try {
      requireRevision(current, basedOn, words);
    } catch (error) {
      return error instanceof StaleRevision ? error.changed : error;
    }
  };
  expect(refused(3)).toEqual(['Radius', 'Sites']);
  expect(refused(4)).toEqual(['Radius']);
  expect(refused(1)).toEqual(['Label', 'Radius', 'Sites']);
  expect(refused(6)).toEqual([]);
});
