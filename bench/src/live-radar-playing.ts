import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { layersBesides, openMap, tenth } from './live-radar-page.ts';
import { percentile } from './measure.ts';
import { traced } from './page-trace.ts';

const center = { latitude: 32.78, longitude: -96.8 };
const tickMs = 115;
/** Small, because the processor has to draw it nine times a second here. */
const viewport = { width: 800, height: 600 };

declare global {
  interface Window {
    radarNotes: Noted;
  }
}

interface Noted {
  /** When the bar showed another time, in ms of the page. */
  ticks: number[];
  /**
   * For each read of the radar canvas by the map: its pixels, and how many of ten thousand samples are not
   * empty.
   */
  canvas: { pixels: number; filled: number }[];
  /** The number of non-empty samples in each decoded image. */
  own: number[];
  reads: boolean;
}

/** Plays for some minutes with all layers. */
export async function measurePlaying(browser: Browser, server: ServerProcess, minutes: number) {
  const { page, devTools } = await openMap(browser, server, {
    center,
    zoom: 5.5,
    overlays: ['radar', ...layersBesides],
    before: note,
    viewport,
  });
  const asked = new Map<string, number>();
  let lists = 0;
  let failed = 0;
  page.on('requestfailed', (request) => {
    if (/\/WMS\?/i.test(request.url())) failed++;
  });
  page.on('response', (response) => {
    if (/\/WMS\?/i.test(response.url()) && !response.ok()) failed++;
  });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\/WMS$/i.test(pathname)) asked.set(search, (asked.get(search) ?? 0) + 1);
    if (/\/map\/past$/i.test(pathname)) lists++;
  });
  await page.getByRole('button', { name: 'Play', exact: true }).click({ timeout: 60_000 });
  // Until every frame is there.
  await pause(20_000);
  const frames = asked.size;
  await page.evaluate(() => window.radarNotes.ticks.splice(0));
  const work = await traced(devTools, () => pause(10_000));
  const ticks = await page.evaluate(() => window.radarNotes.ticks.splice(0));
  const { canvas, own } = await sampleCanvas(page);
  const curve = [await memory(browser, server, devTools)];
  for (let minute = 0; minute < minutes; minute++) {
    await pause(60_000);
    curve.push(await memory(browser, server, devTools));
    if (process.argv.includes('--verbose')) console.error(minute + 1, JSON.stringify(curve.at(-1)));
  }
  const later = await page.evaluate(() => window.radarNotes.ticks);
  const mode = await page.getByRole('region', { name: 'Radar bar' }).getAttribute('data-mode');
  await page.context().close();
  const gaps = ticks.slice(1).map((at, i) => at - (ticks[i] ?? at));
  return {
    goalTickMs: tickMs,
    ticksSeen: ticks.length,
    tickP50Ms: Math.round(percentile(gaps, 0.5)),
    tickP90Ms: Math.round(percentile(gaps, 0.9)),
    ticksAMinute: Math.round(later.length / Math.max(1, minutes)),
    busyMsPerTick: tenth(work.busyMs / Math.max(1, ticks.length)),
    longestTaskMs: tenth(work.longestTaskMs),
    canvasSamples: canvas.length,
    emptyCanvasSamples: canvas.filter(({ filled }) => filled === 0).length,
    canvasSamplesUnlikeAnyImage: canvas.filter(({ filled }) => !own.includes(filled)).length,
    emptyImages: own.filter((filled) => filled === 0).length,
    framesAtFirst: frames,
    listsMeanwhile: lists,
    imagesInAll: asked.size,
    imagesAskedTwice: [...asked.values()].filter((times) => times > 1).length,
    /** A failed image is requested a second time. */
    imagesFailed: failed,
    modeAtTheEnd: mode,
    minutes,
    memory: curve,
  };
}

/** Eight seconds of playing in which the canvas is read back whenever the map uploads it. */
async function sampleCanvas(page: Page): Promise<Pick<Noted, 'canvas' | 'own'>> {
  await page.evaluate(() => Object.assign(window.radarNotes, { reads: true }));
  await pause(8_000);
  return page.evaluate(() => {
    const { radarNotes: noted } = window;
    noted.reads = false;
    noted.ticks.length = 0;
    // The first frames were decoded before the recording began.
    return { canvas: noted.canvas.slice(5), own: noted.own };
  });
}

/** Runs in the page before any other script. */
function note(): void {
  const noted: Noted = { ticks: [], canvas: [], own: [], reads: false };
  window.radarNotes = noted;
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('[aria-label="Radar bar"] strong')?.textContent ?? '';
    if (text === last) return;
    last = text;
    noted.ticks.push(performance.now());
  }).observe(document, { subtree: true, childList: true, characterData: true });
  const filledOf = ({ data }: ImageData) => {
    const step = Math.floor(data.length / 4 / 10_000) * 4;
    let filled = 0;
    for (let at = 3; at < data.length; at += step) if ((data[at] ?? 0) > 0) filled++;
    return filled;
  };
  const sample = (source: unknown) => {
    if (!noted.reads || !(source instanceof HTMLCanvasElement) || source.width < 200) return;
    const pen = source.getContext('2d');
    if (!pen) return;
    noted.canvas.push({
      pixels: source.width * source.height,
      filled: filledOf(pen.getImageData(0, 0, source.width, source.height)),
    });
  };
  const decode = window.createImageBitmap as (...values: unknown[]) => Promise<ImageBitmap>;
  const createImageBitmap = async (...values: unknown[]) => {
    const bitmap = await decode.apply(window, values);
    const pen =
      noted.reads && values[0] instanceof Blob
        ? new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        : null;
    pen?.drawImage(bitmap, 0, 0);
    if (pen) noted.own.push(filledOf(pen.getImageData(0, 0, bitmap.width, bitmap.height)));
    return bitmap;
  };
  Object.assign(window, { createImageBitmap });
  for (const name of ['texImage2D', 'texSubImage2D'] as const) {
    const { prototype } = WebGL2RenderingContext;
    const original = prototype[name] as (...values: unknown[]) => void;
    Object.assign(prototype, {
      [name](this: WebGL2RenderingContext, ...values: unknown[]) {
        sample(values.at(-1));
        original.apply(this, values);
      },
    });
  }
}

/**
 * Megabytes after a garbage collection: the page's heap, and the memory of its process, of the drawing
 * process and of the server.
 */
async function memory(browser: Browser, server: ServerProcess, devTools: CDPSession) {
  await devTools.send('HeapProfiler.collectGarbage');
  const { usedSize } = await devTools.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters');
  const whole = await browser.newBrowserCDPSession();
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  await whole.detach();
  const of = async (type: string) => {
    const sizes = await Promise.all(
      processInfo.filter((one) => one.type === type).map(({ id }) => residentMb(id)),
    );
    return Math.max(...sizes);
  };
  return {
    heapMb: tenth(usedSize / 1e6),
    nodes,
    listeners: jsEventListeners,
    pageMb: await of('renderer'),
    drawingMb: await of('GPU'),
    serverMb: await residentMb(server.child.pid ?? 0),
  };
}

/** Of a process; NaN where the system does not report it. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1_000);
}
