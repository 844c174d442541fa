/**
 * From a press of *I hear thunder* to the delay on other screens: 20 event streams of one person, of which each renews
 * the delay of the location as a page does. A press is sent to the real server with simulated weather; it ends when the
 * last screen has read the zone in delay by this report.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import { withServer } from '../browser-server.ts';
import { percentile, present, printed } from '../measure.ts';

const places = 30;
/** As many streams as a person may have. */
const screens = 20;
const goalP99Ms = 1_000;

export function runThunderToScreen(): Promise<unknown> {
  return withServer(['--speed', '1', '--scenario', 'quiet'], measure);
}

async function measure(server: ServerProcess) {
  const { apiKey } = await server.demonstration();
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  // biome-ignore lint/suspicious/noExplicitAny: the benchmark reads what it has just asked for
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      ...{ method, headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).data;
  };
  const tied: { placeId: string; locationId: string }[] = [];
  for (let number = 0; number < places; number++) {
    const at = { latitude: 33 + number / 10, longitude: -97 };
    const place = await call('POST', 'organizationLocation/Add', {
      name: `Field ${number}`,
      address: '',
      ...at,
    });
    const placeId: string = place.id ?? place.organizationLocation.id;
    const location = { label: `Field ${number}`, locationName: '', organizationLocationId: placeId, ...at };
    tied.push({ placeId, locationId: (await call('POST', 'location/Add', location)).id });
  }
  const waiting = new Map<string, () => void>();
  const aborter = new AbortController();
  await Promise.all(
    Array.from({ length: screens }, () =>
      follow(server.url, headers, aborter.signal, (id) => waiting.get(id)?.()),
    ),
  );
  const [stored, onEvent, onScreens]: number[][] = [[], [], []];
  for (const { placeId, locationId } of tied) {
    const began = performance.now();
    let events = 0;
    const reads: Promise<unknown>[] = [];
    const all = new Promise<void>((resolve) => {
      waiting.set(locationId, () => {
        events += 1;
        reads.push(call('GET', `location/Delay/${locationId}`).then(expectReport));
        if (events === screens) resolve();
      });
    });
    const now = Date.now();
    await call('POST', 'ThunderReport', {
      ...{ organizationLocationId: placeId, key: randomUUID(), pressedAtMs: now, sentAtMs: now },
    });
    present(stored).push(performance.now() - began);
    await all;
    present(onEvent).push(performance.now() - began);
    waiting.delete(locationId);
    await Promise.all(reads);
    present(onScreens).push(performance.now() - began);
    await pause(300);
  }
  aborter.abort();
  const of = (samples: number[] | undefined) => ({
    p50Ms: Math.round(percentile(samples ?? [], 0.5)),
    p99Ms: Math.round(percentile(samples ?? [], 0.99)),
  });
  return {
    thunderToScreen: {
      presses: places,
      screens,
      goalP99Ms,
      stored: of(stored),
      lastEvent: of(onEvent),
      lastScreen: of(onScreens),
    },
  };
}

function expectReport({ zones }: { zones: { reason: string | null }[] }): void {
  if (zones[0]?.reason !== 'report') throw new Error('A screen read no delay by the report.');
}

/** Resolves once the stream is open; tells of each location whose lightning changed. */
async function follow(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  onLightning: (locationId: string) => void,
): Promise<void> {
  const answer = await fetch(`${url}/api/events`, { headers, signal });
  const read = async () => {
    let text = '';
    for await (const chunk of present(answer.body)) {
      text += Buffer.from(chunk).toString();
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        if (!frame.includes('event: change')) continue;
        const data = /^data: (.*)$/m.exec(frame)?.[1] ?? '[]';
        for (const change of JSON.parse(data) as { topic: string; locationIds: string[] | null }[])
          if (change.topic === 'lightning') for (const id of change.locationIds ?? []) onLightning(id);
      }
    }
  };
  read().catch(() => {});
}

await printed(import.meta, runThunderToScreen);
