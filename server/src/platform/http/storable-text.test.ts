import { describe, expect, test } from 'vitest';
import { isStorable, unstorablePath } from './storable-text.ts';

/** An object so many levels deep. */
const nested = (levels: number): unknown => (levels === 0 ? 'x' : { inner: nested(levels - 1) });

describe('text that can be stored', () => {
  test.each<[string, unknown]>([
    ['words', 'A storm over the bay'],
    ['an emoji', '⚡️🌩'],
    ['nothing', undefined],
    ['numbers and null', [1, null, true]],
    ['bytes, whatever they are', Buffer.of(0, 0xd8)],
    ['what is nested as deep as any form', nested(20)],
  ])('%s', (_name, value) => expect(isStorable(value)).toBe(true));
});

describe('text that cannot be stored', () => {
  test.each<[string, unknown]>([
    ['a NUL', 'a\0b'],
    ['half a surrogate pair', 'a\ud800'],
    ['the other half', '\udc00a'],
    ['a NUL in a list in a form', { groups: [{ name: '\0' }] }],
    ['a NUL in the name of a field', { 'a\0': 1 }],
    ['what is nested without end', nested(1_000)],
  ])('%s', (_name, value) => expect(isStorable(value)).toBe(false));
});

test('says at which field it is', () => {
  expect(unstorablePath({ name: 'x', groups: ['y', { label: '\0' }] })).toEqual(['groups', '1', 'label']);
  expect(unstorablePath({ inner: { 'a\0': 1 } })).toEqual(['inner']);
});
