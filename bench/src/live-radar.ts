/**
 * Live Radar in a real browser (headless Chromium, software rendering) on a real server with simulated weather
 * and 20,000 strikes in one view.
 *
 * 1. The cost of panning: script time of the page's main thread for each frame, in processor time, with all
 *    layers, with none (the map alone), and at low zoom, where strikes are clusters; and the longest task.
 * 2. The delay until a new strike is drawn, in a storm of 50 strikes a second in addition to the 20,000.
 * 3. The time of the server's thread for an answer with all of them.
 * 4. Playback at the highest speed (`--minutes=30`; 2 unless set): its rate, the requests for each image, and the
 *    memory of page, browser and server.
 *
 * `--only=panning` and the like runs a part; `--profile` prints the functions that take the time of panning on
 * stderr.
 */

import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { type Browser, chromium } from 'playwright-core';
import { withServer } from './browser-server.ts';
import { measurePanning } from './live-radar-panning.ts';
import { measurePlaying } from './live-radar-playing.ts';
import { measureAnswer, measureStorm } from './live-radar-strikes.ts';
import { printed } from './measure.ts';

/** The same storms each time, old enough to exist at the start. */
const stormy = { ALLCLEAR_SIMULATED_BEGIN: '2026-06-06T19:00:00Z', ALLCLEAR_SIMULATED_MINUTES: '85' };

const flag = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
const minutes = Number(flag('minutes') ?? 2);
const only = flag('only')?.split(',');

export async function runLiveRadar(): Promise<unknown> {
  const parts: Record<string, (browser: Browser) => Promise<unknown>> = {
    answer: () => measureAnswer(),
    panning: (browser) => withServer(['--speed', '1'], (server) => measurePanning(browser, server), stormy),
    storm: (browser) => withServer(['--speed', '1'], (server) => measureStorm(browser, server), stormy),
    // Accelerated weather, so that new frames arrive during playback.
    playing: (browser) =>
      withServer(['--speed', '5'], (server) => measurePlaying(browser, server, minutes), stormy),
  };
  const browser = await chromium.launch(browserLaunch);
  try {
    const measured: Record<string, unknown> = {};
    for (const [name, measure] of Object.entries(parts))
      if (!only || only.includes(name)) measured[name] = await measure(browser);
    return { liveRadar: measured };
  } finally {
    await browser.close();
  }
}

await printed(import.meta, runLiveRadar);
