import { beforeEach, expect, it, vi } from 'vitest';

// A removal holds until the page is loaded again.
let { maxKept, readLastAnswers, removeLastAnswers, writeLastAnswers } = await import('./last-answers.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ maxKept, readLastAnswers, removeLastAnswers, writeLastAnswers } = await import('./last-answers.ts'));
});

const place = (id: string) => ({
  id,
  label: `Place ${id}`,
  word: 'Stay inside',
  timeZone: 'America/Chicago',
});
const answers = {
  at: '2026-06-06T20:40:00.000Z',
  weather: 'simulated',
  places: [place('a'), place('b')],
  total: 2,
};
const holding = (text: string) => ({ getItem: () => text });

function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
}

it('keeps the answers until they are removed', () => {
  const storage = createStorage();
  expect(readLastAnswers(storage)).toBeNull();
  writeLastAnswers(storage, answers);
  expect(readLastAnswers(storage)).toEqual(answers);
  removeLastAnswers(storage);
  writeLastAnswers(storage, answers);
  expect(storage.items.size).toBe(0);
});

it('keeps the first of very many places, and their number', () => {
  const storage = createStorage();
  const places = Array.from({ length: 1_000 }, (_, i) => place(String(i)));
  writeLastAnswers(storage, { ...answers, places, total: 1_000 });
  const kept = readLastAnswers(storage);
  expect(kept?.places).toEqual(places.slice(0, maxKept));
  expect(kept?.total).toBe(1_000);
});

it.each([
  'not JSON',
  'null',
  '[]',
  JSON.stringify({ ...answers, at: 'yesterday' }),
  JSON.stringify({ ...answers, places: 'all' }),
  JSON.stringify({ ...answers, places: [null] }),
  JSON.stringify({ ...answers, places: [{ ...place('a'), word: 3 }] }),
])('has nothing where %s is stored', (text) => {
  expect(readLastAnswers(holding(text))).toBeNull();
});

it('works where storage is blocked', () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  expect(readLastAnswers({ getItem: blocked })).toBeNull();
  expect(() => writeLastAnswers({ setItem: blocked }, answers)).not.toThrow();
  expect(() => removeLastAnswers({ removeItem: blocked })).not.toThrow();
});
