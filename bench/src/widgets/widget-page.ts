/**
 * The first load of a widget's page in a real browser, on the usual desktop profile of page tests (40 ms round trip,
 * 10 Mbit/s): its largest paint, and the bytes that go over the network.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { browserLaunch } from '@allclear/server/test/browser-launch.ts';
import { openWidgetPages } from '@allclear/server/test/widgets/widget-page-stand-in.ts';
import { chromium } from 'playwright-core';
import { percentile, printed } from '../measure.ts';

const loads = 7;

export async function runWidgetPage(): Promise<unknown> {
  const pages = await openWidgetPages();
  const browser = await chromium.launch(browserLaunch);
  const samples: { lcpMs: number; cls: number; bytes: number; requests: number }[] = [];
  try {
    await pages.put('bench', benchWidget());
    for (let load = 0; load < loads; load++) {
      const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
      const page = await context.newPage();
      const devTools = await context.newCDPSession(page);
      let bytes = 0;
      let requests = 0;
      await devTools.send('Network.enable');
      devTools.on('Network.loadingFinished', ({ encodedDataLength }) => {
        bytes += encodedDataLength;
        requests += 1;
      });
      await devTools.send('Network.emulateNetworkConditions', {
        ...{ offline: false, latency: 40, downloadThroughput: 1_310_720, uploadThroughput: 1_310_720 },
      });
      await page.goto(`${pages.url}/widget/?id=bench`);
      await page.getByRole('region', { name: 'What to do' }).waitFor();
      await pause(1_500);
      const painted = await page.evaluate(
        () =>
          new Promise<{ lcpMs: number; cls: number }>((resolve) => {
            const noted = { lcpMs: 0, cls: 0 };
            new PerformanceObserver((list) => {
              for (const { startTime } of list.getEntries()) noted.lcpMs = startTime;
            }).observe({ type: 'largest-contentful-paint', buffered: true });
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) noted.cls += Number(Reflect.get(entry, 'value'));
            }).observe({ type: 'layout-shift', buffered: true });
            setTimeout(() => resolve(noted), 300);
          }),
      );
      samples.push({ ...painted, bytes, requests });
      await context.close();
    }
  } finally {
    await browser.close();
    await pages.close();
  }
  const of = (take: (sample: (typeof samples)[number]) => number, rank: number) =>
    Math.round(percentile(samples.map(take), rank));
  return {
    widgetPage: {
      loads,
      profile: '40 ms, 10 Mbit/s, no CPU throttling',
      lcpMs: of(({ lcpMs }) => lcpMs, 0.5),
      lcpMostMs: of(({ lcpMs }) => lcpMs, 1),
      goalLcpMs: 1_000,
      clsMost: Math.max(...samples.map(({ cls }) => cls)),
      kilobytes: of(({ bytes }) => bytes, 0.5) / 1_000,
      goalKilobytes: 30,
      requests: of(({ requests }) => requests, 0.5),
    },
  };
}

/** A widget in a delay, with everything but a picture. */
function benchWidget(): object {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();
  return {
    ...{ placeName: 'Oak Field', timeZone: 'America/Chicago', theme: 0, type: 0, speed: 1, weather: 'live' },
    ...{ now: at(0), wallNow: at(0) },
    answer: {
      ...{ kind: 'delay', instruction: 'Stay inside', word: 'Stay inside', isPaused: false },
      reasons: ['Lightning 8.4 mi SSW at 3:38 PM'],
      ...{ clearAt: at(1_200), observedThrough: at(-30), goodUntil: at(600) },
    },
    warnings: [{ text: 'Lightning warning within 10 mi', goodUntil: at(600) }],
    conditions: ['Temperature', 'Wind Speed', 'Wind Gust', 'Feels Like', 'WBGT'].map((label, condition) => ({
      ...{ condition, label, value: '21', unit: 'mph', isOver: false },
      ...{ observedAt: at(-60), goodUntil: at(600) },
    })),
    forecasts: [0, 1].map((forecastType) => ({
      ...{ forecastType, label: 'Forecast: Temperature', goodUntil: at(600) },
      points: Array.from({ length: 6 }, (_, hour) => ({
        at: at(hour * 3_600),
        label: `${hour} PM`,
        value: '88°',
      })),
    })),
    ...{ picture: null, message: null, problems: [], standingText: 'Allclear does not guarantee safety.' },
  };
}

await printed(import.meta, runWidgetPage);
