import { afterEach, expect, test } from 'vitest';
import { createDecodePool, type DecodePool } from './glm-decode-pool.ts';
import { parseGranuleName } from './granule-name.ts';
import { writeGranule } from './write-granule.ts';

const name = parseGranuleName('OR_GLM-L2-LCFA_G19_s20262830846200_e20262830846400_c20262830846425.nc')!;
let pool: DecodePool;
afterEach(() => pool.close());

/** A thread that dies of the byte 1, hangs on the byte 2 and answers anything else. */
const moody = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ bytes }) => {
    if (bytes[0] === 1) process.exit(1);
    if (bytes[0] === 2) for (;;);
    if (bytes[0] === 3) throw new Error('out of memory, say');
    parentPort.postMessage({ granule: { platform: 'G19', from: 0, to: bytes[0], flashes: [] } });
  });`)}`,
);

test('granules are decoded in threads, good ones and bad ones side by side', async () => {
  pool = createDecodePool({ source: 'glm', size: 2 });
  const bytes = await writeGranule({
    base: '2026-10-10 08:46:20.000',
    encoding: 'unsigned',
    flashes: [{ id: 7, latitude: 27.9, longitude: -82.8, offsetMs: 100 }],
  });
  const results = await Promise.allSettled([
    pool.decode(bytes, name),
    pool.decode(bytes.subarray(0, 500), name),
    pool.decode(bytes, name),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[0]).toMatchObject({
    value: { platform: 'G19', flashes: [{ key: 'G19:s20262830846200:7', points: expect.any(Float32Array) }] },
  });
  expect(results[1]).toMatchObject({ reason: { kind: 'malformed', source: 'glm' } });
});

test.each([
  [1, /died/],
  [2, /within 3000 ms/],
  [3, /died/],
])('a thread that fails (%i) is replaced, and only its granule is lost', async (mood, message) => {
  pool = createDecodePool({ source: 'glm', size: 1, timeoutMs: 3000, entry: moody });
  const results = await Promise.allSettled(
    [10, mood, 11, 12].map((byte) => pool.decode(Uint8Array.of(byte), name)),
  );
  expect(
    results.map((result) => (result.status === 'fulfilled' ? result.value.to : result.reason.kind)),
  ).toEqual([10, 'malformed', 11, 12]);
  expect((results[1] as PromiseRejectedResult).reason.message).toMatch(message);
});

test('closing ends what waits and what comes after', async () => {
  pool = createDecodePool({ source: 'glm', size: 1, entry: moody });
  const waiting = [2, 10].map((byte) =>
    pool.decode(Uint8Array.of(byte), name).catch((error: Error) => error.message),
  );
  await pool.close();
  expect(await Promise.all(waiting)).toEqual(['The decoder was closed.', 'The decoder was closed.']);
  await expect(pool.decode(Uint8Array.of(10), name)).rejects.toThrow('closed');
});
