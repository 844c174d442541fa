import { LightningIndex } from '@allclear/domain';
import { expect, test } from 'vitest';
import { newestStrikes } from './newest-strikes.ts';
import type { StoredFlash } from './store.ts';

const now = Date.UTC(2026, 5, 6, 20);
const box = { top: 30, bottom: 26, left: -84, right: -80 };

test('of more strikes than are wanted the newest are given, and it is said from when on none is left out', async () => {
  const lightningIndex = new LightningIndex<StoredFlash>([
    { vendor: 'satellite', providesCoverage: true, covers: () => true },
  ]);
  const strike = (secondsAgo: number, latitude = 28): StoredFlash => ({
    feed: 'satellite',
    key: `${secondsAgo} ${latitude}`,
    at: now - secondsAgo * 1_000,
    latitude,
    longitude: -82,
    points: Float64Array.of(latitude, -82),
    energyJ: null,
    amplitudeKa: null,
    quality: 0,
    type: 0,
  });
  const flashes = [strike(300), strike(10), strike(1_000), strike(20, 40), strike(60), strike(2_000)];
  lightningIndex.add('satellite', { key: 'one', from: now - 3_600_000, to: now, receivedAt: now, flashes });
  const found = async (maximum: number) => {
    const { strikes, completeFrom } = await newestStrikes(lightningIndex, {
      organizationId: 'ours',
      box,
      since: now - 1_800_000,
      maximum,
    });
    return [strikes.map(({ at }) => (now - at) / 1_000), completeFrom];
  };
  expect(await found(4)).toEqual([[10, 60, 300, 1_000], null]);
  expect(await found(2)).toEqual([[10, 60], new Date(now - 300_000 + 1).toISOString()]);
});
