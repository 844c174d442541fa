/**
 * Live Radar in a real browser (headless Chromium, drawn by the processor) on a real server with simulated
 * weather and 20,000 strikes in one view.
 *
 * 1. What a pulled map costs: scripting of the page's main thread for each picture it draws, in processor
 * time, with all layers, with none
 *    (what the map itself costs), and far away, where strikes are clusters. And the longest task.
 * 2. How soon a strike that comes in is drawn, in a storm of 50 strikes a second on top of the 20,000.
 * 3. What the server's thread takes for an answer with all of them.
 * 4. Playing as fast as it goes (`--minutes=30`; 2 unless set): pace, how often each picture is asked for,
 * memory of page, browser and server.
 *
 * `--only=panning` and the like runs a part; `--profile` says on stderr in which functions the pulled map
 * spends its time.
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
