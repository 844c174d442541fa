import { getEventListeners } from 'node:events';
import { changeTopics } from '@allclear/contract/change-topics';
import { expect, it } from 'vitest';
import { changesOf, listen, waitMs } from './change-stream.ts';
import type { ApiClient } from './client.ts';

it('waits longer each time, never over 38 s', () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((attempt) => waitMs(attempt, () => 0.5))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(waitMs(9, () => 1)).toBeLessThanOrEqual(37_500);
});

it.each([
  ['[{"topic":"lightning","locationIds":["a"],"now":"2026-06-06T20:00:00Z"}]', 1],
  ['[{"topic":"gossip","locationIds":null,"now":"2026-06-06T20:00:00Z"}, null, 4]', 0],
  ['{"topic":"lightning"}', 0],
  ['<html>', 0],
])('reads %s', (data, count) => {
  expect(changesOf(data)).toHaveLength(count);
});

it.each(changeTopics)('reads the topic %s', (topic) => {
  expect(changesOf(JSON.stringify([{ topic, locationIds: null, now: '2026-06-06T20:00:00Z' }]))).toHaveLength(
    1,
  );
});

it('attempts to connect leave nothing behind on the signal that lasts as long as the page', async () => {
  const listeners: number[] = [];
  const second = Promise.withResolvers<void>();
  const open = async (_route: unknown, signal: AbortSignal) => {
    listeners.push(getEventListeners(signal, 'abort').length);
    if (listeners.length === 2) second.resolve();
    throw new Error('The server is away.');
  };
  const stop = listen({ open } as Partial<ApiClient> as ApiClient, () => undefined);
  await second.promise;
  stop();
  expect(listeners).toEqual([0, 0]);
});
