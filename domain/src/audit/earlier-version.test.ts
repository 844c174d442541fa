import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changedFields } from './audit-entry.ts';
import { fieldsBefore, type RecordChange } from './earlier-version.ts';

const change = (sequence: number, before: RecordChange['before'], after: RecordChange['after']) => ({
  ...{ sequence, before, after },
});

it('gives what every field was before the first change of it since', () => {
  const history = [
    change(9, { threshold: 12, name: 'Gusts' }, { threshold: 15, name: 'Wind' }),
    change(4, { threshold: 10 }, { threshold: 8 }),
    change(7, { threshold: 8 }, { threshold: 12 }),
  ];
  expect(fieldsBefore(history, 4)).toEqual({ threshold: 10, name: 'Gusts' });
  expect(fieldsBefore(history, 7)).toEqual({ threshold: 8, name: 'Gusts' });
  expect(fieldsBefore(history, 9)).toEqual({ threshold: 12, name: 'Gusts' });
});

it('says nothing of a version that the history does not have', () => {
  const added = change(1, null, { name: 'Wind' });
  expect(fieldsBefore([added], 1)).toBeNull();
  expect(fieldsBefore([added], 2)).toBeNull();
  expect(fieldsBefore([], 1)).toBeNull();
  expect(fieldsBefore([change(2, { name: 'Wind' }, null), change(3, null, { name: 'Wind' })], 2)).toBeNull();
  expect(fieldsBefore([change(2, { name: 'Wind' }, null)], 2)).toEqual({ name: 'Wind' });
});

it('put back over the newest version, the fields are the version before any change', () => {
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.nat(3), fc.constant(null)), {
    noNullPrototype: true,
  });
  fc.assert(
    fc.property(fc.array(record, { minLength: 2, maxLength: 12 }), fc.nat(), (versions, at) => {
      const history = versions.slice(1).map((version, index) => ({
        sequence: index + 1,
        ...changedFields(versions[index] ?? null, version),
      }));
      const sequence = 1 + (at % history.length);
      const put = { ...versions.at(-1), ...fieldsBefore(history, sequence) };
      const kept = Object.entries(put).filter(([, value]) => value !== undefined);
      expect(Object.fromEntries(kept)).toEqual(versions[sequence - 1]);
    }),
  );
});
