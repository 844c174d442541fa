import { setImmediate as plainImmediate } from 'node:timers';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { LightningIndex } from '@allclear/domain';
import { newestStrikes } from '@allclear/server/lightning/newest-strikes.ts';
import { presentStrikePoints } from '@allclear/server/lightning/present-strike-points.ts';
import type { StoredFlash } from '@allclear/server/lightning/store.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser } from 'playwright-core';
import { clientOf } from './browser-server.ts';
import { bringStrikes, layersBesides, openMap, strikeCount, strikesShown, tenth } from './live-radar-page.ts';
import { percentile, random } from './measure.ts';
import { traced } from './page-trace.ts';

/** A place without simulated storms, so that every strike is one of this benchmark. */
const center = { latitude: 43.6, longitude: -108.4 };
const strikesPerSecond = 50;
const stormSeconds = 30;
const batchEveryMs = 200;

declare global {
  interface Window {
    strikeNotes: Said[];
  }
}

/** When the map had a given number of strikes, and when the next frame began, epoch ms. */
interface Said {
  count: number;
  hadMs: number;
  drawnMs: number;
}

/** From the moment in which the server receives a strike to the first frame that shows it. */
export async function measureStorm(browser: Browser, server: ServerProcess) {
  await bringStrikes(server, center);
  const { page, devTools } = await openMap(browser, server, {
    center,
    zoom: 8.2,
    overlays: ['radar', ...layersBesides],
    before: noteCounts,
  });
  await pause(8_000);
  const held = await strikesShown(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const client = await clientOf(server);
  const batches: { sentMs: number; storedMs: number; upTo: number }[] = [];
  const work = await traced(devTools, async () => {
    const next = random(5);
    const size = (strikesPerSecond * batchEveryMs) / 1_000;
    const begunMs = Date.now();
    const answers: Promise<unknown>[] = [];
    for (let batch = 0; batch < (stormSeconds * 1_000) / batchEveryMs; batch++) {
      const { now } = await client.getStatus();
      const strikes = Array.from({ length: size }, (_, i) => ({
        key: `storm-${batch}-${i}`,
        timeUtc: now,
        latitude: center.latitude + (next() - 0.5) * 0.8,
        longitude: center.longitude + (next() - 0.5) * 1.4,
      }));
      const noted = { sentMs: Date.now(), storedMs: Number.NaN, upTo: held + (batch + 1) * size };
      batches.push(noted);
      const stored = client.ingestStrikes({ body: { feed: 'bench', strikes } });
      answers.push(
        stored.then(() => {
          noted.storedMs = Date.now();
        }),
      );
      await pause(Math.max(0, begunMs + (batch + 1) * batchEveryMs - Date.now()));
    }
    await Promise.all(answers);
    await pause(3_000);
  });
  const said = await page.evaluate(() => window.strikeNotes);
  await page.context().close();
  const shown = batches.flatMap(({ sentMs, storedMs, upTo }) => {
    const first = said.find(({ count }) => count >= upTo);
    return first ? [{ sentMs, storedMs, ...first }] : [];
  });
  const times = (take: (one: (typeof shown)[number]) => number) => {
    const samples = shown.map(take);
    return { p50Ms: Math.round(percentile(samples, 0.5)), p99Ms: Math.round(percentile(samples, 0.99)) };
  };
  return {
    strikesBefore: held,
    strikesPerSecond,
    seconds: stormSeconds,
    neverShown: batches.length - shown.length,
    goalMs: 1_000,
    /** From the server's event for a strike to its dot on the map. */
    storedToMap: times(({ storedMs, hadMs }) => hadMs - storedMs),
    /**
     * Both ends: the database before it, and the next frame after it, which the processor has to draw here.
     */
    sentToStored: times(({ sentMs, storedMs }) => storedMs - sentMs),
    mapToPicture: times(({ hadMs, drawnMs }) => drawnMs - hadMs),
    sentToPicture: times(({ sentMs, drawnMs }) => drawnMs - sentMs),
    answersPerSecond: tenth(requests.filter((path) => /StrikePoints/i.test(path)).length / stormSeconds),
    pageBusyShare: Math.round((work.busyMs / (stormSeconds * 1_000)) * 100) / 100,
    longestTaskMs: tenth(work.longestTaskMs),
  };
}

/**
 * Runs in the page before any other script: records when the page reports a number of strikes, once the next
 * frame has begun.
 */
function noteCounts(): void {
  const said: { count: number; hadMs: number; drawnMs: number }[] = [];
  window.strikeNotes = said;
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('p.visually-hidden')?.textContent ?? '';
    if (text === last || !text.startsWith('Lightning on the map:')) return;
    last = text;
    const count = Number(text.replace(/,/g, '').match(/: (\d+) strikes?/)?.[1] ?? 0);
    const hadMs = Date.now();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => said.push({ count, hadMs, drawnMs: Date.now() })),
    );
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/**
 * The processor time (ms) that the answering thread needs for 20,000 strikes in the box out of 200,000
 * stored: selected, written as columns, serialized as JSON. The total, and the longest time between two turns
 * of its event loop, during which nothing else runs.
 */
export async function measureAnswer() {
  const now = Date.UTC(2026, 5, 6, 20);
  const next = random(3);
  const image = new LightningIndex<StoredFlash>([
    { vendor: 'bench', providesCoverage: true, covers: () => true },
  ]);
  const strikesAt = (count: number, place: () => { latitude: number; longitude: number }): StoredFlash[] =>
    Array.from({ length: count }, (_, i) => {
      const { latitude, longitude } = place();
      return {
        feed: 'bench',
        key: `${i}`,
        at: now - next() * 1_790_000,
        latitude,
        longitude,
        points: Float64Array.of(latitude, longitude),
        energyJ: next() * 1e-13,
        amplitudeKa: null,
        quality: 0,
        type: 0 as const,
      };
    });
  const near = () => ({ latitude: 32 + next(), longitude: -97 + next() });
  const flashes = [
    ...strikesAt(strikeCount, near),
    ...strikesAt(180_000, () => ({ latitude: 36 + next() * 12, longitude: -120 + next() * 40 })),
  ];
  image.add('bench', { key: '1', from: now - 1_800_000, to: now, receivedAt: now, flashes });
  const box = { top: 34, bottom: 31, left: -98, right: -95 };
  let bytes = 0;
  const answers: { inAllMs: number; longestTurnMs: number }[] = [];
  for (let round = 0; round < 12; round++) {
    const turns = countTurns();
    const { strikes, completeFrom } = await newestStrikes(image, {
      organizationId: '',
      box,
      since: now - 1_800_000,
      maximum: 30_000,
    });
    const columns = presentStrikePoints(strikes);
    await setImmediate();
    bytes = JSON.stringify({ data: { whole: true, completeFrom, ...columns } }).length;
    answers.push(await turns.end());
  }
  const middle = (take: (answer: (typeof answers)[number]) => number) =>
    tenth(percentile(answers.map(take), 0.5));
  return {
    strikes: strikeCount,
    heldStrikes: flashes.length,
    kilobytes: Math.round(bytes / 1_000),
    medianMs: middle(({ inAllMs }) => inAllMs),
    medianLongestTaskMs: middle(({ longestTurnMs }) => longestTurnMs),
    longestTurnMs: tenth(Math.max(...answers.map(({ longestTurnMs }) => longestTurnMs))),
    goalTurnMs: 50,
  };
}

/** Counts the thread's processor time between turns of its event loop until it is stopped. */
function countTurns(): { end(): Promise<{ inAllMs: number; longestTurnMs: number }> } {
  const begun = process.threadCpuUsage();
  let before = begun;
  let longestTurnMs = 0;
  let runs = true;
  const turn = () => {
    const { user, system } = process.threadCpuUsage(before);
    longestTurnMs = Math.max(longestTurnMs, (user + system) / 1_000);
    before = process.threadCpuUsage();
    if (runs) plainImmediate(turn);
  };
  plainImmediate(turn);
  return {
    async end() {
      await setImmediate();
      runs = false;
      const { user, system } = process.threadCpuUsage(begun);
      return { inAllMs: (user + system) / 1_000, longestTurnMs };
    },
  };
}
