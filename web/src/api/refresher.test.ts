import type { ChangeEvent } from '@allclear/contract';
import { expect, it } from 'vitest';
import { createRefresher, keysOf, type QueryKey } from './refresher.ts';

const change = (topic: ChangeEvent['topic'], locationIds: string[] | null): ChangeEvent => ({ topic, locationIds, now: '2026-06-06T20:00:00Z' });

const warnings = [['violations'], ['advisories'], ['forecasts'], ['threats']];

it.each([
  [
    change('lightning', ['a', 'b']),
    [
      ['delay', 'a'],
      ['delay', 'b'],
    ],
  ],
  [change('lightning', null), [['delay']]],
  [change('observations', ['a']), [['observation', 'a']]],
  [change('locations', ['a']), [['locations']]],
  [change('status', null), [['status']]],
  [change('warnings', null), warnings],
  [change('notifications', null), [['notifications']]],
  [change('policies', null), [['policies'], ['locations'], ...warnings]],
  [change('hello', null), [['locations'], ['delay'], ['observation'], ['status'], ...warnings, ['notifications'], ['policies']]],
])('%j', (event, keys) => {
  expect(keysOf(event)).toEqual(keys);
});

it('renews at once, gathers a storm of events into few rounds, and loses none', async () => {
  const rounds: QueryKey[][] = [];
  const refresh = createRefresher(async (keys) => {
    rounds.push(keys);
    if (rounds.length === 1) throw new Error('the first round fails');
  });
  refresh([change('lightning', ['a'])]);
  expect(rounds).toEqual([[['delay', 'a']]]);
  for (let i = 0; i < 100; i++) refresh([change('lightning', ['a']), change('lightning', ['b'])]);
  expect(rounds).toHaveLength(1);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(rounds.slice(1)).toEqual([
    [
      ['delay', 'a'],
      ['delay', 'b'],
    ],
  ]);
});
