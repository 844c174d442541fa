/**
 * Clusters of 200,000 strikes for the map: the duration of an answer for views of every size while new
 * strikes arrive, how long the answering thread stalls while the set is rebuilt, and, in the same run, how
 * long it would stall if it rebuilt the set itself.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { IndexedBatch } from '@allclear/domain';
import { LightningIndex } from '@allclear/domain';
import { buildClusterLevels } from '@allclear/server/map/clusters/strike-cluster-levels.ts';
import { createStrikeClusters } from '@allclear/server/map/clusters/strike-clusters.ts';
import { percentile, present, printed, random } from './measure.ts';

const now = Date.UTC(2026, 5, 6, 20);
const since = now - 30 * 60_000;
const strikeCount = 200_000;
const rounds = 20;

/** Sixty storms: batches of their strikes, and views of every size. */
function scene() {
  const next = random(7);
  const storms = Array.from({ length: 60 }, () => ({
    latitude: 26 + next() * 22,
    longitude: -124 + next() * 56,
  }));
  let number = 0;
  const batchOf = (count: number) => {
    const flashes = Array.from({ length: count }, () => {
      const storm = present(storms[Math.floor(next() * storms.length)]);
      const [latitude, longitude] = [
        storm.latitude + (next() + next() - 1) * 2,
        storm.longitude + (next() + next() - 1) * 2,
      ];
      return {
        feed: 'bench',
        key: `${number++}`,
        at: since + next() * 1_800_000,
        latitude,
        longitude,
        points: Float64Array.of(latitude, longitude),
        energyJ: 1e-14,
        amplitudeKa: null,
        quality: 0,
        type: 0 as const,
      };
    });
    return {
      id: `${number}`,
      feed: 'bench',
      key: `${number}`,
      from: since,
      to: now,
      receivedAt: now,
      providesCoverage: true,
      eventCount: null,
      dataLost: false,
      flashes,
    };
  };
  const view = (zoom: number) => {
    const wide = Math.min(360, (1_440 / 512) * (360 / 2 ** zoom));
    const [middle, center] = [26 + next() * 22, -124 + next() * 56];
    return {
      zoom,
      box: {
        top: Math.min(85, middle + wide / 3),
        bottom: Math.max(-85, middle - wide / 3),
        left: center - wide / 2,
        right: center + wide / 2,
      },
    };
  };
  return { batchOf, view };
}

type LightningBatch = ReturnType<ReturnType<typeof scene>['batchOf']>;

export async function runClusters(): Promise<unknown> {
  const { batchOf, view } = scene();
  const lightningIndex = new LightningIndex<LightningBatch['flashes'][number]>([
    { vendor: 'bench', providesCoverage: true, covers: () => true },
  ]);
  const listeners: ((batches: readonly LightningBatch[]) => void)[] = [];
  const put = (batch: LightningBatch) => {
    lightningIndex.add('bench', batch satisfies IndexedBatch);
    for (const listener of listeners) listener([batch]);
  };
  const onBatches = (listener: (batches: readonly LightningBatch[]) => void) => {
    listeners.push(listener);
    return () => {};
  };
  put(batchOf(strikeCount));
  const clusters = createStrikeClusters({ lightningIndex, onBatches });
  await clusters.find('', view(3).box, 3, since);

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const answers: number[] = [];
  for (let round = 0; round < rounds; round++) {
    for (let zoom = 0; zoom <= 8; zoom++) {
      const { box } = view(zoom);
      const began = performance.now();
      await clusters.find('', box, zoom, since);
      answers.push(performance.now() - began);
    }
    put(batchOf(500));
    // More than two seconds in total between two sets, so that several are built during the measurement.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  delay.disable();
  await clusters.close();
  const strikes = new Float64Array(strikeCount * 3);
  const all = [...lightningIndex.flashesSince(since)].slice(0, strikeCount);
  for (const [i, { longitude, latitude, at }] of all.entries()) strikes.set([longitude, latitude, at], i * 3);
  const began = performance.now();
  buildClusterLevels(strikes);
  const itselfMs = performance.now() - began;
  const round = (ms: number) => Math.round(ms * 10) / 10;
  const [p50, p99, longest] = [percentile(answers, 0.5), percentile(answers, 0.99), Math.max(...answers)];
  return {
    clusters: {
      strikes: strikeCount,
      answers: answers.length,
      answerP50Ms: round(p50),
      answerP99Ms: round(p99),
      answerLongestMs: round(longest),
      longestStallMs: round(delay.max / 1e6),
      stallIfMadeItselfMs: round(itselfMs),
      ratio: round(itselfMs / (delay.max / 1e6)),
    },
  };
}

await printed(import.meta, runClusters);
