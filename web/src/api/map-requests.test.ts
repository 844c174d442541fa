import { expect, test } from 'vitest';
import { authorizeMapRequests } from './map-requests.ts';

const origin = 'https://allclear.example';
const authorize = authorizeMapRequests(origin, async () => 'a-token');

test('our own API is told who asks', async () => {
  const url = `${origin}/api/map/base/street/tiles/a/1/0/0`;
  expect(await authorize(url)).toEqual({
    url,
    headers: { Authorization: 'Bearer a-token' },
    credentials: 'omit',
  });
  expect(await authorizeMapRequests(origin, async () => null)(url)).toEqual({
    url,
    headers: {},
    credentials: 'omit',
  });
});

test.each([
  `${origin}/base-map/land.json`,
  `${origin}/apiary/x`,
  `${origin}/api/../base-map/land.json`,
  `${origin}/base-map?next=${origin}/api/x`,
  `${origin}.evil.example/api/x`,
  'https://evil.example/api/x',
  '//evil.example/api/x',
  'http://allclear.example/api/x',
  'https://allclear.example:8443/api/x',
  'https://allclear.example@evil.example/api/x',
  'blob:https://allclear.example/api/x',
  'data:text/plain,/api/',
  'nonsense:',
])('%s is not', (url) => {
  expect(authorize(url)).toBeUndefined();
});
