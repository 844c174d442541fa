/**
 * The wall in a real browser (headless Chromium) on a real server with simulated weather at speed 60, signed in by
 * a display link: `--hours=24` of weather, 24 real minutes (24 unless set; two minutes at least, which the restarts
 * need). Meanwhile the server is killed and started again three times.
 *
 * 1. Memory: the page's heap and nodes after a collection, in the first and the last quarter.
 * 2. No scrollbar and no tile that is smaller than its content, at any time.
 * 3. Nothing stale uncovered: a place whose last answer is older than allowed says that it is not known; the page
 *    comes back after each restart by itself.
 * 4. The answer of each tile is that of the API, where both are of now.
 *
 * `failures` lists what does not hold; then the process ends with 1.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { type PageMemory, pageMemory } from '@allclear/server/test/page-memory.ts';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { type Browser, chromium } from 'playwright-core';
import { clientOf, withServer } from '../browser-server.ts';
import { percentile, present, printed } from '../measure.ts';
import { ApiAnswers, redrawnWithinMs } from './wall-answers.ts';
import {
  judge,
  judgeAges,
  judgeAnswers,
  judgeOutages,
  newRun,
  type Outage,
  placeCount,
  type Run,
  rounded,
} from './wall-judge.ts';
import { Received, sampleWall } from './wall-page.ts';

const asked = process.argv.find((argument) => argument.startsWith('--hours='));
const hours = asked ? Number(asked.split('=')[1]) : 24;
const speed = 60;
const runMs = Math.max(120_000, (hours * 3_600_000) / speed);
/** Storms cross the places within the first hours of the same day each time. */
const weather = { ALLCLEAR_SIMULATED_BEGIN: '2026-06-06T19:00:00Z', ALLCLEAR_SIMULATED_MINUTES: '40' };

const sampleEveryMs = 1_000;
const memoryEveryMs = Math.min(15_000, runMs / 24);
/** What is loaded once is loaded by then. */
const warmUpMs = 20_000;
const restarts = 3;
/** At this speed the limit of three minutes passes in three seconds. */
const awayMs = 10_000;

const goals = {
  /** Code that the browser compiles later than the first quarter. */
  heapMoreMb: 1,
  nodeGrowth: 300,
  backWithinMs: 30_000,
};

export async function runWall(): Promise<unknown> {
  const browser = await chromium.launch(browserLaunch);
  try {
    return await withServer(
      ['--speed', String(speed)],
      (server, startAgain) => measure(browser, server, startAgain),
      weather,
    );
  } finally {
    await browser.close();
  }
}

const isAway = ({ outages }: Run) => outages.some(({ upAtMs }) => upAtMs === null);
/** Whether an outage is still to come, or the page may still come back from it. */
const isUnderWay = ({ outages }: Run) =>
  outages.length < restarts ||
  outages.some(
    ({ upAtMs, backAfterMs }) =>
      upAtMs === null || (backAfterMs === null && Date.now() - upAtMs < goals.backWithinMs),
  );

async function measure(browser: Browser, server: ServerProcess, startAgain: () => Promise<ServerProcess>) {
  const { page, limitMs, errors, loads } = await openWall(browser, server);
  const run = newRun();
  const received = new Received(page, { limitMs, speed }, (ms) =>
    run.outages.some(({ upAtMs }) => upAtMs === null || upAtMs > ms),
  );
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  const endsMs = run.startedMs + runMs;
  const api = new ApiAnswers(server);
  const sampling = async () => {
    while (Date.now() < endsMs || isUnderWay(run)) {
      await api.ask(isAway(run));
      const atMs = Date.now();
      const { lightningAtMs, warningsAtMs } = received;
      const sample = await page.evaluate(sampleWall);
      judge(run, sample);
      judgeAges(run, sample, received, atMs);
      await api.ask(isAway(run));
      judgeAnswers(run, sample, (id) =>
        received.overAtMs(id) > atMs - redrawnWithinMs
          ? null
          : api.settled(id, { lightningAtMs, warningsAtMs }),
      );
      judgeOutages(run, sample, api);
      await pause(sampleEveryMs);
    }
  };
  const remembering = async () => {
    await pause(warmUpMs);
    for (; Date.now() < endsMs || isUnderWay(run); await pause(memoryEveryMs))
      run.memory.push({ atMs: Date.now() - run.startedMs, memory: await pageMemory(devTools) });
  };
  await Promise.all([sampling(), remembering(), restart(run, server, startAgain)]);
  await page.context().close();
  for (const error of errors) run.failures.add(error);
  if (loads() > 1) run.failures.add(`the page was loaded ${loads()} times`);
  return figures(run, received, limitMs);
}

/** Opens the wall by a display link for all places. */
async function openWall(browser: Browser, server: ServerProcess) {
  const client = await clientOf(server);
  const before = await client.listLocations();
  for (let i = before.length; i < placeCount; i++)
    await client.addLocation({
      body: {
        label: i % 4 === 0 ? `Riverside Elementary School, practice field ${i}` : `Field ${i}`,
        locationName: '',
        latitude: 32.5 + (i % 6) * 0.12,
        longitude: -97.2 + Math.floor(i / 6) * 0.2,
      },
    });
  const locations = await client.listLocations();
  const { token } = await client.addDisplayLink({
    body: { ...{ name: 'Lobby', days: 7 }, locationIds: locations.map(({ id }) => id) },
  });
  const status = await client.getStatus();
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    ...{ locale: 'en-US', timezoneId: 'America/Chicago' },
  });
  const page = await context.newPage();
  const errors = new Set<string>();
  let loads = 0;
  page.on('load', () => loads++);
  page.on('pageerror', (error) => errors.add(`script: ${error.message}`));
  page.on('console', (message) => {
    const isOfOutage = /net::ERR_|status of 50\d/.test(message.text());
    if (message.type() === 'error' && !isOfOutage) errors.add(`console: ${message.text()}`);
  });
  await page.goto(`${server.url}/wall#display=${token}`);
  await page
    .locator('main li[data-place]')
    .nth(placeCount - 1)
    .waitFor();
  await page.getByText(/^observed through \d/).waitFor();
  return { page, limitMs: status.lightningLimitSeconds * 1_000, errors, loads: () => loads };
}

/** Ends the server three times in the run, twice as a power cut would, and starts it again after some seconds. */
async function restart(run: Run, first: ServerProcess, startAgain: () => Promise<ServerProcess>) {
  let server = first;
  for (let i = 0; i < restarts; i++) {
    const atMs = run.startedMs + warmUpMs + ((i + 0.7) * (runMs - warmUpMs)) / (restarts + 0.5);
    await pause(Math.max(0, atMs - Date.now()));
    const outage: Outage = { downAtMs: Date.now(), upAtMs: null, coveredAfterMs: null, backAfterMs: null };
    run.outages.push(outage);
    await (i === 1 ? server.stop() : server.kill());
    await pause(awayMs);
    server = await startAgain();
    outage.upAtMs = Date.now();
  }
}

function figures(run: Run, received: Received, limitMs: number) {
  const quarter = (number: number) =>
    run.memory
      .filter(({ atMs }) => Math.floor((atMs / runMs) * 4) === number - 1)
      .map(({ memory }) => memory);
  const middle = (number: number, take: (memory: PageMemory) => number) =>
    percentile(quarter(number).map(take), 0.5);
  const heapMb = [1, 2, 3, 4].map((number) => rounded(middle(number, (one) => one.heapBytes) / 1e6));
  const nodes = [1, 2, 3, 4].map((number) => middle(number, (one) => one.nodes));
  const heapMoreMb = rounded(present(heapMb[3]) - present(heapMb[0]));
  const nodeGrowth = present(nodes[3]) - present(nodes[0]);
  if (!(heapMoreMb <= goals.heapMoreMb)) run.failures.add(`the heap grew by ${heapMoreMb} MB`);
  if (!(nodeGrowth <= goals.nodeGrowth)) run.failures.add(`${nodeGrowth} nodes more`);
  for (const { coveredAfterMs, backAfterMs } of run.outages) {
    if (coveredAfterMs === null) run.failures.add('an outage did not cover every tile');
    if (backAfterMs === null) run.failures.add(`not back ${goals.backWithinMs / 1_000} s after a restart`);
  }
  if (run.compared === 0) run.failures.add('no tile could be compared');
  if (run.failures.size > 0) process.exitCode = 1;
  return {
    wall: {
      seed: { seed: 'demo', begins: weather.ALLCLEAR_SIMULATED_BEGIN, speed },
      hours: rounded((runMs * speed) / 3_600_000),
      places: placeCount,
      samples: run.samples,
      heapMbByQuarter: heapMb,
      heapMoreMb,
      goalHeapMoreMb: goals.heapMoreMb,
      nodesByQuarter: nodes,
      goalNodesMore: goals.nodeGrowth,
      listenersByQuarter: [1, 2, 3, 4].map((number) => middle(number, (one) => one.listeners)),
      elementsMost: run.elementsMost,
      longestBetweenAnswersMs: received.longestGapMs,
      limitRealMs: limitMs / speed,
      /** How long a tile showed an answer beyond the limit, real ms: what a redraw takes. */
      uncoveredBeyondLimitMs: Math.max(0, Math.round(run.longestUncoveredMs)),
      goalUncoveredBeyondLimitMs: redrawnWithinMs,
      outages: run.outages.map(({ downAtMs, upAtMs, coveredAfterMs, backAfterMs }) => ({
        awayMs: upAtMs === null ? null : upAtMs - downAtMs,
        ...{ coveredAfterMs, backAfterMs },
      })),
      goalBackWithinMs: goals.backWithinMs,
      tilesCompared: run.compared,
      tilesDifferent: run.different,
      samplesWithTakeover: run.takeovers,
      tilesByAnswer: run.seen,
      failures: [...run.failures].slice(0, 40),
    },
  };
}

await printed(import.meta, runWall);
