import { expect, it } from 'vitest';
import { readPinned, writePinned } from './use-pinned.ts';

const storage = (stored: string | null) => ({ getItem: () => stored });

it.each([
  [null, []],
  ['["a","b"]', ['a', 'b']],
  ['["a",3,null]', ['a']],
  ['{"a":1}', []],
  ['not json', []],
])('stored as %s the pinned places are %j', (stored, pinned) => {
  expect(readPinned(storage(stored), 'u')).toEqual(pinned);
});

it('belongs to a user, and does without a storage that is full or blocked', () => {
  const written: string[][] = [];
  writePinned({ setItem: (key, value) => written.push([key, value]) }, 'u1', ['a']);
  expect(written).toEqual([['allclear.pinned-places.u1', '["a"]']]);
  const blocked = () => {
    throw new DOMException('blocked');
  };
  expect(() => writePinned({ setItem: blocked }, 'u1', [])).not.toThrow();
  expect(readPinned({ getItem: blocked }, 'u1')).toEqual([]);
});
