import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { bringStrikes, layersBesides, openMap, type Shown, strikesShown, tenth } from './live-radar-page.ts';
import { type MainThreadWork, traced } from './page-trace.ts';

const center = { latitude: 32.78, longitude: -96.8 };
const goalScriptingMs = 8;
const goalTaskMs = 100;
const dragMs = 10_000;
const restMs = 600;

export async function measurePanning(browser: Browser, server: ServerProcess) {
  await bringStrikes(server, center);
  const views: Record<string, Pick<Shown, 'zoom' | 'overlays'>> = {
    noLayers: { zoom: 8.2, overlays: [] },
    allWithRadar: { zoom: 8.2, overlays: ['radar', ...layersBesides] },
    allWithRoads: { zoom: 8.2, overlays: ['road-conditions', ...layersBesides] },
    clusters: { zoom: 7.2, overlays: ['radar', ...layersBesides] },
  };
  const measured: Record<string, unknown> = {};
  const only = process.argv.find((argument) => argument.startsWith('--view='))?.split('=')[1];
  for (const [name, view] of Object.entries(views)) {
    if (only && name !== only) continue;
    const { page, devTools } = await openMap(browser, server, { center, ...view });
    // From an empty map to a map with all layers.
    const loading = await traced(devTools, () => pause(8_000));
    const strikes = view.overlays.length > 0 ? await strikesShown(page) : 0;
    const panning = await traced(devTools, () => drag(page));
    if (process.argv.includes('--profile')) await profiled(devTools, () => drag(page));
    await page.context().close();
    measured[name] = {
      strikes,
      ...said(panning),
      whileLoading: { longestTaskMs: tenth(loading.longestTaskMs), tasksOver100: loading.tasksOver100 },
    };
  }
  return { goalScriptingMsPerFrame: goalScriptingMs, goalLongestTaskMs: goalTaskMs, ...measured };
}

const said = (work: MainThreadWork) => ({
  frames: work.frames,
  /**
   * Measured over the few frames that the processor could draw: work between them, done each second or for
   * each new view, weighs heavily.
   */
  scriptingMsPerFrame: tenth(work.scriptingMs / work.frames),
  /** The part that drew the frame. */
  inFrameMs: tenth(work.inFramesMs / work.frames),
  busyMsPerFrame: tenth(work.busyMs / work.frames),
  longestTaskMs: tenth(work.longestTaskMs),
  /** Wall-clock time also includes waiting: other work on the machine, and the missing graphics card. */
  longestTaskWallMs: Math.round(work.longestTaskWallMs),
  tasksOver100: work.tasksOver100,
  scriptingMsByName: work.scriptingByName,
});

/** Drags the map back and forth for some ten seconds, with pauses in which it requests its data again. */
async function drag(page: Page): Promise<void> {
  const ended = Date.now() + dragMs;
  for (let round = 0; Date.now() < ended; round++) {
    const away = round % 2 === 0 ? 1 : -1;
    await page.mouse.move(675, 500);
    await page.mouse.down();
    for (let step = 1; step <= 60; step++) {
      await page.mouse.move(675 + away * step * 3, 500 + away * Math.sin(step / 10) * 40);
      await pause(16);
    }
    await page.mouse.up();
    await pause(restMs);
  }
}

async function profiled(devTools: CDPSession, work: () => Promise<unknown>): Promise<void> {
  await devTools.send('Profiler.enable');
  await devTools.send('Profiler.start');
  await work();
  const { profile } = await devTools.send('Profiler.stop');
  const names = new Map(
    profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber, columnNumber } }) => [
      id,
      `${functionName} ${url.split('/').at(-1)}:${lineNumber}:${columnNumber}`,
    ]),
  );
  const selfUs = new Map<string, number>();
  for (const [i, id] of (profile.samples ?? []).entries()) {
    const name = names.get(id) ?? '';
    selfUs.set(name, (selfUs.get(name) ?? 0) + (profile.timeDeltas?.[i] ?? 0));
  }
  const maximum = [...selfUs].sort((a, b) => b[1] - a[1]).slice(0, 25);
  console.error(maximum.map(([name, us]) => `${Math.round(us / 1_000)} ms ${name}`).join('\n'));
}
