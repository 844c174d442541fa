/**
 * The replay of half an hour with 200,000 strikes in memory for 50 locations: the duration of an answer, and
 * how long it blocks the thread at a time (processor time between two turns of its event loop). Strikes are
 * spread over 60 storms, and then all in one. The yardstick in the same run is the plain method: each
 * location's lightning status for every 15 seconds of the half hour.
 */
import { type IndexedBatch, LightningIndex, lightningAt } from '@allclear/domain';
import { replayStorm } from '@allclear/server/map/storm-replay/storm-replay.ts';
import { percentile, present, printed, random } from './measure.ts';

const now = Date.UTC(2026, 5, 6, 20);
const strikeCount = 200_000;
const batchMs = 20_000;
const batchCount = 3 * 180;
const places = 50;
const rounds = 8;

function imageOf(storms: number) {
  const next = random(11);
  const centers = Array.from({ length: storms }, () => ({
    latitude: 28 + next() * 18,
    longitude: -120 + next() * 45,
  }));
  const feeds = ['east', 'west'].map((vendor) => ({ vendor, providesCoverage: true, covers: () => true }));
  const image = new LightningIndex(feeds);
  for (let i = 0; i < batchCount; i++) {
    const from = now - 25_000 - (batchCount - i) * batchMs;
    for (const [f, { vendor }] of feeds.entries()) {
      // All strikes lie in the last hour and a half.
      const count = f === 0 && i >= batchCount / 2 ? Math.round(strikeCount / (batchCount / 2)) : 0;
      const flashes = Array.from({ length: count }, () => {
        const storm = present(centers[Math.floor(next() * storms)]);
        const [latitude, longitude] = [
          storm.latitude + (next() + next() - 1) * 0.6,
          storm.longitude + (next() + next() - 1) * 0.6,
        ];
        const points = Float64Array.of(
          latitude,
          longitude,
          latitude + 0.05,
          longitude,
          latitude,
          longitude + 0.05,
        );
        return { at: from + next() * batchMs, latitude, longitude, points };
      });
      image.add(vendor, {
        key: `${i}`,
        from,
        to: from + batchMs,
        receivedAt: from + batchMs + 25_000,
        flashes,
      } satisfies IndexedBatch);
    }
  }
  return { image, center: present(centers[0]) };
}

async function measured(storms: number) {
  const { image, center } = imageOf(storms);
  const next = random(5);
  const watched = Array.from({ length: places }, () => ({
    latitude: center.latitude + (next() - 0.5) * 2,
    longitude: center.longitude + (next() - 0.5) * 2,
    allClearMinutes: 30,
    organizationId: 'c',
    placeId: null,
    radius1: 10,
    radius2: 20,
    radius3: 30,
    radius4: 0,
  }));
  const wanted = {
    organizationId: 'c',
    center,
    miles: 150,
    places: watched,
    from: now - 1_800_000,
    to: now,
    maxStrikes: 10_000,
  };
  const [answers, turns]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    let runs = true;
    let before = process.threadCpuUsage();
    const turn = () => {
      const used = process.threadCpuUsage(before);
      turns.push((used.user + used.system) / 1_000);
      before = process.threadCpuUsage();
      if (runs) setImmediate(turn);
    };
    setImmediate(turn);
    const began = performance.now();
    await replayStorm(image, wanted);
    answers.push(performance.now() - began);
    runs = false;
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
  const began = performance.now();
  const one = present(watched[0]);
  for (let at = wanted.from; at <= wanted.to; at += 15_000) lightningAt(image, one, at);
  const plainMs = (performance.now() - began) * places;
  const longestMs = Math.max(...answers);
  return {
    answerP50Ms: tenth(percentile(answers, 0.5)),
    answerLongestMs: tenth(longestMs),
    longestTurnMs: tenth(Math.max(...turns)),
    plainMs: tenth(plainMs),
    ratio: tenth(plainMs / longestMs),
  };
}

export async function runStormReplay(): Promise<unknown> {
  return {
    stormReplay: {
      strikes: strikeCount,
      places,
      sixtyStorms: await measured(60),
      oneStorm: await measured(1),
    },
  };
}

const tenth = (value: number) => Math.round(value * 10) / 10;

await printed(import.meta, runStormReplay);
