import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdapterError } from '../../adapter-error.ts';
import { badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createWpcFronts } from './wpc-fronts.ts';

const T = Date.UTC(2026, 7, 15, 22, 40);
const signal = new AbortController().signal;
const good =
  'ASUS02 KWBC 152100\nCODSUS\n\nCODED SURFACE FRONTAL POSITIONS\n\nVALID 081521Z\nHIGHS 1021 2750872\nCOLD 3380670 3370684\n';
let service: FailingService;
beforeEach(async () => {
  service = await openFailingService();
});
afterEach(() => service.close());

test('an analysis is good for the time that it shows, however old', async () => {
  service.answer(() => ({ body: good }));
  const feed = createWpcFronts(service);
  const { asOf, data } = await feed.poll({ now: T, signal });
  expect(asOf).toBe(Date.UTC(2026, 7, 15, 21));
  expect(data.fronts).toHaveLength(1);
  expect((await feed.poll({ now: T + 86_400_000, signal })).asOf).toBe(asOf);
  expect(service.asked[0]).toBe('/data/raw/as/asus02.kwbc.cod.sus.txt');
});
test.each([
  ...badAnswers,
  ['half of it', { body: good.slice(0, 60) }, { kind: 'malformed' }] as const,
  ['an analysis of nothing', { body: 'VALID 081521Z\n' }, { kind: 'malformed' }] as const,
  ['a time that has not come', { body: good.replace('081521Z', '082021Z') }, { kind: 'malformed' }] as const,
])('%s is a failure, and the next answer counts', async (_name, answer, expected) => {
  const feed = createWpcFronts(service);
  service.answer(() => answer);
  const thrown = await feed.poll({ now: T, signal }).then(
    () => null,
    (error: AdapterError) => error,
  );
  expect(thrown).toMatchObject({ name: 'AdapterError', ...expected });
  service.answer(() => ({ body: good }));
  expect((await feed.poll({ now: T, signal })).data.centres).toHaveLength(1);
});
