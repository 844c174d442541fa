/**
 * The page Places with a thousand places, in a real browser (headless Chromium, software rendering) on a real
 * server with simulated weather.
 *
 * 1. From a strike that is sent to the server to the changed row of its place, and the requests for lightning that
 *    it causes.
 * 2. The longest task of the page while the list is sorted, searched, filtered and scrolled, and while strikes
 *    arrive, in processor time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { notify } from '@allclear/server/platform/change-feed/change-feed.store.ts';
import { openStore } from '@allclear/server/platform/database/database.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { clientOf, signedInPage, withBrowser } from './browser-server.ts';
import { percentile, present, printed } from './measure.ts';
import { traced } from './page-trace.ts';

const placeCount = 1_000;
const strikeCount = 10;
const targetNames = Array.from({ length: strikeCount }, (_, i) => `0 Target ${i}`);
/** So many strikes apart, the page may ask at once for each. */
const betweenStrikesMs = 5_000;

export const runPlaces = (): Promise<unknown> => withBrowser(measure);

async function measure(browser: Browser, server: ServerProcess, databaseUrl: string) {
  const targets = await addPlaces(server, databaseUrl);
  const page = await signedInPage(browser, server, {
    viewport: { width: 1350, height: 940 },
    path: '/places',
  });
  await page.getByText(`${placeCount.toLocaleString('en-US')} places. Worst first.`).waitFor();
  await page.locator('[data-place] [data-state]:not([data-state="checking"])').first().waitFor();
  await pause(5_000);
  const devTools = await page.context().newCDPSession(page);
  const strikes = await measureStrikes(page, devTools, server, targets);
  const tasks = await measureTasks(page, devTools);
  return { places: { places: placeCount, ...strikes, ...tasks, goalTaskMs: 50 } };
}

interface Target {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Adds places until there are a thousand, past the API, which takes a few hundred writes a minute; the ones that
 * lightning is sent to are far from each other.
 */
async function addPlaces(server: ServerProcess, databaseUrl: string): Promise<Target[]> {
  const client = await clientOf(server);
  const before = await client.listLocations();
  const added = Array.from({ length: placeCount - before.length }, (_, i) => ({
    label: targetNames[i] ?? `Field ${i}`,
    latitude: i < strikeCount ? 42 + i * 0.7 : 32.4 + (i % 40) * 0.08,
    longitude: i < strikeCount ? -110 : -97.2 + Math.floor(i / 40) * 0.12,
  }));
  const store = openStore(databaseUrl, { onError: () => {} });
  await store.pool.query(
    `insert into locations (organization_id, user_id, label, latitude, longitude, radius1, radius2, radius3, all_clear_minutes, time_zone, created_at, updated_at)
     select organization_id, user_id, added.label, added.lat, added.lon, 10, 20, 30, 30, 'America/Chicago', now(), now()
     from locations, unnest($2::text[], $3::float8[], $4::float8[]) as added (label, lat, lon) where id = $1`,
    [
      present(before[0]).id,
      added.map(({ label }) => label),
      added.map(({ latitude }) => latitude),
      added.map(({ longitude }) => longitude),
    ],
  );
  await notify(store.db, { topic: 'locations' });
  await store.close();
  const all = await client.listLocations();
  return targetNames.map((name) => present(all.find(({ label }) => label === name)));
}

async function measureStrikes(
  page: Page,
  devTools: CDPSession,
  server: ServerProcess,
  targets: readonly Target[],
) {
  const toRowMs: number[] = [];
  const requests: number[] = [];
  const client = await clientOf(server);
  const strike = async (target: Target, i: number) => {
    const { id, latitude, longitude } = target;
    const changed = page.evaluate(rowChanged, id);
    let count = 0;
    const onRequest = (request: { url(): string }) => {
      if (new URL(request.url()).pathname === '/api/location/Delay') count++;
    };
    // Polls are ten seconds apart: a strike right after one has a window without polls.
    await page.waitForResponse((response) => response.url().endsWith('/api/location/Delay'));
    page.on('request', onRequest);
    const sentMs = Date.now();
    const timeUtc = new Date(sentMs - 50).toISOString();
    await client.ingestStrikes({
      body: { feed: 'bench', strikes: [{ key: `places-${i}`, timeUtc, latitude, longitude }] },
    });
    toRowMs.push((await changed) - sentMs);
    await pause(betweenStrikesMs);
    page.off('request', onRequest);
    requests.push(count);
  };
  const work = await traced(devTools, async () => {
    for (const [i, target] of targets.entries()) await strike(target, i);
  });
  return {
    strikes: toRowMs.length,
    strikeToRowP50Ms: Math.round(percentile(toRowMs, 0.5)),
    strikeToRowMostMs: Math.round(Math.max(...toRowMs)),
    goalStrikeToRowMs: 1_000,
    lightningRequestsPerChange: Math.max(...requests),
    goalRequestsPerChange: 1,
    longestTaskWithStrikesMs: Math.round(work.longestTaskMs),
  };
}

/** Runs in the page: when the row of a place says that people stay inside, epoch ms. */
function rowChanged(id: string): Promise<number> {
  return new Promise((resolve) => {
    const check = () => {
      if (document.querySelector(`[data-place="${id}"] [data-state="delay"]`)) resolve(Date.now());
      else requestAnimationFrame(check);
    };
    check();
  });
}

async function measureTasks(page: Page, devTools: CDPSession) {
  const longest = async (work: () => Promise<unknown>) =>
    Math.round((await traced(devTools, work)).longestTaskMs);
  const order = page.getByLabel('Order');
  const sorting = await longest(async () => {
    for (const name of ['By name', 'Worst first', 'By name', 'Worst first']) {
      await order.selectOption(name);
      await pause(400);
    }
  });
  const search = page.getByRole('searchbox');
  const searching = await longest(async () => {
    await search.pressSequentially('field 12', { delay: 120 });
    await pause(400);
    await search.fill('');
    await pause(400);
  });
  const chips = page.getByRole('group', { name: 'Filter by state' }).getByRole('button');
  const filtering = await longest(async () => {
    for (let i = 0; i < 4; i++) {
      await chips.last().click();
      await pause(400);
    }
  });
  const scrolling = await longest(async () => {
    await page.mouse.move(600, 600);
    for (let i = 0; i < 60; i++) {
      await page.mouse.wheel(0, i < 40 ? 1_500 : -2_500);
      await pause(40);
    }
  });
  return { longestTaskMs: { sorting, searching, filtering, scrolling } };
}

await printed(import.meta, runPlaces);
