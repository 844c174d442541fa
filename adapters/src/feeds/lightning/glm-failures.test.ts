import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, badAnswers, type FailingService, openFailingService } from '../failing-service.ts';
import { createGlmFeed } from './glm.ts';
import { createDecodePool, type DecodePool } from './glm-decode-pool.ts';
import { granuleFileName, hourPrefix } from './granule-name.ts';
import type { LightningBatch, LightningFeed } from './port.ts';
import { writeGranule } from './write-granule.ts';

/** Everything that the bucket may answer instead of a listing or a granule, through the real HTTP client. */

const start = Date.UTC(2026, 5, 6, 20, 30);
const now = start + 60_000;
const hour = Date.UTC(2026, 5, 6, 20);
const name = granuleFileName({ platform: 'G19', start, end: start + 20_000, created: start + 22_500 });

let service: FailingService;
let decoder: DecodePool;
let feed: LightningFeed;
let granule: Uint8Array;
let faults: unknown[];
beforeAll(async () => {
  service = await openFailingService();
  decoder = createDecodePool({ source: 'test', size: 1 });
  const base = new Date(start).toISOString().replace('T', ' ').slice(0, 21);
  granule = await writeGranule({
    base,
    encoding: 'unsigned',
    flashes: [{ id: 1, latitude: 28, longitude: -82.5, offsetMs: 5_000 }],
  });
});
afterAll(async () => {
  await decoder.close();
  await service.close();
});
beforeEach(() => {
  faults = [];
  feed = createGlmFeed({ satellite: 19, http: service.http, decoder });
});
afterEach(() => feed.close());

/** The bucket with one granule; null stands for what a healthy one answers. */
function answer({ listing = null, file = null }: { listing?: Answer | null; file?: Answer | null }): void {
  service.answer((path) => {
    if (path.endsWith('.nc')) return file ?? { body: granule };
    if (listing) return listing;
    const isThisHour = path.includes(hourPrefix(hour)) || path.includes(encodeURIComponent(hourPrefix(hour)));
    const contents = isThisHour
      ? `<Contents><Key>${hourPrefix(hour)}${name}</Key><Size>${granule.byteLength}</Size></Contents>`
      : '';
    return { body: `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>` };
  });
}
async function poll(): Promise<LightningBatch[]> {
  const batches: LightningBatch[] = [];
  const onFault = (error: unknown) => faults.push(error);
  const request = {
    now,
    since: now - 3_600_000,
    known: () => false,
    onFault,
    signal: new AbortController().signal,
  };
  for await (const batch of feed.poll(request)) batches.push(batch);
  return batches;
}

test('a healthy bucket gives its granule', async () => {
  answer({});
  expect((await poll()).map(({ from, flashes }) => [from, flashes.length])).toEqual([[start, 1]]);
  expect(faults).toEqual([]);
});

describe('instead of a listing', () => {
  test.each([
    ...badAnswers,
    ['half of it', { body: '<ListBucketResult><IsTruncated>false</Is' }, { kind: 'malformed' }] as const,
    [
      'an empty listing that does not say that it is whole',
      { body: '<ListBucketResult></ListBucketResult>' },
      { kind: 'malformed' },
    ] as const,
  ])('%s is a failure and no quiet sky, and the next answer counts', async (_name, bad, expected) => {
    answer({ listing: bad });
    await expect(poll()).rejects.toMatchObject({ name: 'AdapterError', source: 'glm-goes19', ...expected });
    answer({});
    expect(await poll()).toHaveLength(1);
  });
});

describe('instead of a granule', () => {
  test.each(badAnswers)('%s is a fault, and there is no coverage', async (_name, bad, expected) => {
    answer({ file: bad });
    expect(await poll()).toEqual([]);
    expect(faults).toEqual([
      expect.objectContaining({ name: 'AdapterError', source: 'glm-goes19', ...expected }),
    ]);
  });
  test('half of it', async () => {
    answer({ file: { body: granule.subarray(0, granule.byteLength / 2) } });
    expect(await poll()).toEqual([]);
    expect(faults).toMatchObject([{ kind: 'malformed' }]);
  });
});
