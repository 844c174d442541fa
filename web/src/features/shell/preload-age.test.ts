import { expect, it } from 'vitest';
import { preloadAgeMs } from './preload-age.ts';

const entry = (initiatorType: string, responseEnd: number, path = '/api/status') => ({
  name: `https://allclear.example${path}`,
  initiatorType,
  responseEnd,
});

it('is the time since the preloaded answer had arrived', () => {
  expect(preloadAgeMs('/api/status', [entry('link', 232), entry('script', 400, '/theme.js')], 1_232)).toBe(
    1_000,
  );
});

it.each([
  ['nothing was preloaded', []],
  ['the app requested it itself', [entry('link', 232), entry('fetch', 900)]],
  ['another file was preloaded', [entry('link', 232, '/other')]],
  ['the preload has not ended', [entry('link', 0)]],
])('is nothing where %s', (_, entries) => {
  expect(preloadAgeMs('/api/status', entries, 1_232)).toBe(0);
});
