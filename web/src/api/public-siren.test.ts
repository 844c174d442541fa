import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PublicSiren } from '@allclear/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { elapsed } from '../clock/elapsed.ts';
import { followPublicSiren, type ReceivedSiren } from './public-siren.ts';

const siren: PublicSiren = {
  ...{ locationName: 'Stadium', isInDelay: false, clearTime: '', remainingSeconds: null, paused: false },
  ...{ state: 'clear', text: '', observedThrough: '2026-06-06T20:00:00Z', now: '2026-06-06T20:00:10Z' },
  wallNow: '2026-06-06T20:00:10Z',
  ...{ timeZone: 'America/New_York', speed: 1, weather: 'live', drill: false },
};
let server: Server;
let answers: [number, string, Record<string, string>?][];
let asked: { path: string | undefined; at: number; authorization: string | undefined }[];
let stop: () => void = () => {};

beforeEach(async () => {
  answers = [];
  asked = [];
  server = createServer((request, response) => {
    asked.push({
      path: request.url,
      at: performance.now(),
      authorization: request.headers.authorization,
    });
    const [status, body, headers] = answers.shift() ?? [
      200,
      JSON.stringify({ data: { ...siren, wallNow: new Date().toISOString() } }),
    ];
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  stop();
  server.closeAllConnections();
  server.close();
});

function follow(pollMs: number, random = () => 0.5) {
  const states: ReceivedSiren[] = [];
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const following = followPublicSiren(
    { customerName: 'Our District', sirenName: 'A/B' },
    (state) => states.push(state),
    { origin, random, pollMs },
  );
  stop = following.stop;
  return { states, ask: following.ask };
}

it('without a stream asks again and again, without a sign-in, and not after it was stopped', async () => {
  const { states } = follow(100);
  await expect.poll(() => states.length).toBeGreaterThanOrEqual(3);
  expect(states[0]?.siren).toEqual({ ...siren, wallNow: expect.any(String) });
  expect(asked[0]).toMatchObject({
    path: '/api/public/Our%20District/A%2FB/Widget',
    authorization: undefined,
  });
  stop();
  const count = asked.length;
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(asked.length).toBeLessThanOrEqual(count + 1);
});

it('spreads its requests by a fifth, so that many screens do not ask together', async () => {
  follow(200, () => 1);
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(3);
  expect(asked[2]!.at - asked[1]!.at).toBeGreaterThanOrEqual(235);
});

it.each([
  ['no state is known', 503, '{"responseException":{"code":"unavailable","message":"Failed to get data"}}'],
  ['there is no such page', 404, '{}'],
  ['something else answers', 200, '{"data":{"hello":1}}'],
])('has no data when %s', async (_, status, body) => {
  answers.push([status, body]);
  const { states } = follow(60_000);
  await expect.poll(() => states.length).toBe(1);
  expect(states[0]?.siren).toBeNull();
});

it('keeps what it has, to age, when a busy server or nothing that can be read answers', async () => {
  const { states, ask } = follow(60_000);
  await expect.poll(() => states.length).toBe(1);
  answers.push([429, '{}'], [200, '<html>']);
  ask();
  await expect.poll(() => asked.length).toBe(2);
  ask();
  await expect.poll(() => asked.length).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(states).toHaveLength(1);
});

it('counts the time that an answer waited at the server and in caches, and takes no older one after a newer', async () => {
  const made = (wallNow: string) => JSON.stringify({ data: { ...siren, wallNow } });
  const [date, now] = ['Sat, 06 Jun 2026 20:00:14 GMT', () => elapsed()];
  answers.push([200, made('2026-06-06T20:00:10Z'), { date, age: '30' }]);
  const { states, ask } = follow(60_000);
  await expect.poll(() => states.length).toBe(1);
  expect(now() - states[0]!.at).toBeGreaterThanOrEqual(34_000);
  answers.push(
    [200, made('2026-06-06T20:00:10Z'), { date, age: '2' }],
    [200, made('2026-06-06T20:00:10Z'), { date, age: '90' }],
  );
  ask();
  await expect.poll(() => states.length).toBe(2);
  expect(now() - states[1]!.at).toBeLessThan(10_000);
  ask();
  await expect.poll(() => asked.length).toBe(3);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(states).toHaveLength(2);
});

it('leaves a server alone for as long as it asks', async () => {
  answers.push([429, '{}', { 'retry-after': '1' }]);
  const { states, ask } = follow(100);
  await expect.poll(() => asked.length).toBe(1);
  ask();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(asked).toHaveLength(1);
  await expect.poll(() => states.length, { timeout: 3_000 }).toBeGreaterThan(0);
});
