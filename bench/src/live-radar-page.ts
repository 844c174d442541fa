import type { InputOf, saveMapSettings } from '@allclear/contract';
import type { ServerProcess } from '@allclear/server/test/run-server.ts';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { clientOf, signedInPage } from './browser-server.ts';
import { random } from './measure.ts';

export const strikeCount = 20_000;
/** Everything that can be shown together: road conditions replace radar. */
export const layersBesides: readonly Overlay[] = [
  'lightning',
  'storm-vectors',
  'nws-alerts',
  'surface-analysis',
  'tropical-forecast',
  'tropical-models',
];

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Sends the server 20,000 strikes of the last 26 minutes around a place, close enough to each other for a
 * view at zoom 8.
 */
export async function bringStrikes(server: ServerProcess, center: Place): Promise<void> {
  const next = random(11);
  const client = await clientOf(server);
  const { now } = await client.getStatus();
  for (let part = 0; part < 4; part++) {
    const strikes = Array.from({ length: strikeCount / 4 }, (_, i) => ({
      key: `${part}-${i}`,
      timeUtc: new Date(Date.parse(now) - next() * 26 * 60_000).toISOString(),
      latitude: center.latitude + (next() - 0.5) * 1.6,
      longitude: center.longitude + (next() - 0.5) * 2.8,
      amplitudeKa: Math.round((next() - 0.7) * 100),
      type: 3,
    }));
    await client.ingestStrikes({ body: { feed: 'bench', strikes } });
  }
}

type Overlay = NonNullable<InputOf<typeof saveMapSettings>['body']['overlays']>[number];

export interface Shown {
  center: Place;
  zoom: number;
  overlays: readonly Overlay[];
  before?: () => void;
  viewport?: { width: number; height: number };
}

/** Opens Live Radar on a view with these layers. */
export async function openMap(
  browser: Browser,
  server: ServerProcess,
  { center, zoom, overlays, before, viewport = { width: 1350, height: 940 } }: Shown,
): Promise<{ page: Page; devTools: CDPSession }> {
  const client = await clientOf(server);
  await client.saveMapSettings({ body: { overlays, view: { ...center, zoom }, speed: 'very-fast' } });
  const page = await signedInPage(browser, server, {
    viewport,
    path: '/live-radar',
    ...(before ? { before } : {}),
  });
  await page.getByRole('region', { name: 'Map', exact: true }).waitFor();
  return { page, devTools: await page.context().newCDPSession(page) };
}

/** The number of strikes that the page shows in words. */
export async function strikesShown(page: Page): Promise<number> {
  const text = await page.getByText(/^Lightning on the map:/).textContent({ timeout: 60_000 });
  return Number((text ?? '').replace(/,/g, '').match(/: (\d+) strikes?/)?.[1] ?? 0);
}

export const tenth = (value: number) => Math.round(value * 10) / 10;
