// Over 300 lines: every control of one map, on a server whose weather stands still.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, type OwnLocation, signIn, test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';

// The clock almost stands still over simulated weather, so that everything has a fixed position. After an
// intended change of the map: `npx playwright test -c e2e/playwright.config.ts live-radar-still
// --update-snapshots`, then check the changed images.
test.use({
  weather: { speed: 0.01, story: null, simulated: { beginsAt: '2026-06-06T20:00:00Z', ageMinutes: 40 } },
  viewport: { width: 900, height: 720 },
  // A layer without data (yet) is answered with 503 or 404, which the map says in words; one of the journeys
  // runs a browser without WebGL.
  expectedMessages: /status of (503|404) .*\/api\/map\/|WebGL2 is required/,
});

/**
 * The allowed difference between two machines: the edges of letters and lines. It is less than the smallest
 * layer draws.
 */
const alike = { threshold: 0.2, maxDiffPixels: 250 };
/** A key pressed while the map moves starts from the position at that moment. */
const movesWithinMs = 1_000;
const stylePath = fileURLToPath(new URL('map-only.css', import.meta.url));
const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('each layer of Live Radar looks as it did', async ({ page, server }) => {
  await signIn(page, server, server.account('Admin'), '/live-radar?layers=');
  await button(page, 'Center on location').click();
  await expectScreenshot(page, 'near');
  await expectLayer(page, 'Lightning', 'near');

  await zoom(page, 'out', 2);
  await expectScreenshot(page, 'region');
  for (const layer of ['Lightning', 'Radar', 'Storm Cells', 'NWS Alerts', 'Road Conditions'])
    await expectLayer(page, layer, 'region');

  await zoom(page, 'out', 3);
  await expectScreenshot(page, 'far');
  for (const layer of ['Surface Analysis', 'Tropical Forecast', 'Tropical Models'])
    await expectLayer(page, layer, 'far');
});

test('what stands on the map of Live Radar says what it is', async ({ page, server }) => {
  await signIn(page, server, server.account('Super Admin'), '/live-radar?layers=lightning');
  const [place] = await server.api<Place[]>('GET', 'location');
  const at = onMap(page, place!, 8);
  const { latitude, longitude } = place!;
  const box = `top=${latitude + 0.3}&bottom=${latitude - 0.3}&left=${longitude - 0.5}&right=${longitude + 0.5}`;
  const strikes = await server.api<Points>('GET', `map/ClusterStrikes?${box}&zoom=8&nonClusterLevel=8`);
  await clickUntil(
    page,
    await at(strikes.features[0]!.geometry.coordinates),
    region(page, 'Lightning strike'),
  );
  for (const fact of ['Intensity', 'Type', 'Distance', 'Time'])
    await expect(region(page, 'Lightning strike')).toContainText(fact);
  await page.getByRole('button', { name: 'Close popup' }).click();

  // A click on a cluster zooms in, until its strikes are single.
  await button(page, 'Center on location').click();
  await page.waitForTimeout(movesWithinMs);
  await zoom(page, 'out', 1);
  const clusters = await server.api<Points>('GET', `map/ClusterStrikes?${box}&zoom=7&nonClusterLevel=8`);
  await expect(page.locator('.maplibregl-ctrl-scale')).toHaveText('30 mi');
  const cluster = await onMap(page, place!, 7)(clusters.features[0]!.geometry.coordinates);
  await expect(async () => {
    await canvas(page).click({ position: cluster });
    await expect(page.locator('.maplibregl-ctrl-scale')).not.toHaveText('30 mi', { timeout: 2_000 });
  }).toPass();

  await chooseLayer(page, 'Lightning', false);
  await chooseLayer(page, 'Storm Cells', true);
  const cells = await server.api<Points>('GET', 'map/StormVectors/All');
  const cell = cells.features.find(
    ({ geometry: { coordinates } }) =>
      Math.hypot(coordinates[0] - longitude, coordinates[1] - latitude) < 0.4,
  )!;
  const cellPopup = region(page, 'Storm cell');
  await clickUntil(page, await at(cell.geometry.coordinates), cellPopup);
  for (const fact of ['ID', 'Issued', 'Movement', 'Height', 'Max Reflectivity', 'Severe Hail', 'Top', 'VIL'])
    await expect(cellPopup).toContainText(fact);
  await expect(cellPopup).toContainText(/May reach, if it goes on as it does|reaches none of your locations/);
  await expectAccessible(page, 'the popup of a storm cell');
  await page.getByRole('button', { name: 'Close popup' }).click();

  await chooseLayer(page, 'Storm Cells', false);
  await chooseLayer(page, 'NWS Alerts', true);
  const alerts = await server.api<{
    alerts: { Event: string; Geometry: { coordinates: unknown[] } | null }[];
  }>('GET', 'map/Alerts');
  const middles = alerts.alerts.flatMap(({ Geometry }) =>
    Geometry ? [middleOf(Geometry.coordinates.flat(Number.POSITIVE_INFINITY) as number[])] : [],
  );
  const near = middles.find(([x, y]) => Math.hypot(x - longitude, y - latitude) < 0.5)!;
  await clickUntil(page, await at(near), region(page, 'NWS alerts here'));
  await expect(region(page, 'NWS alerts here')).toContainText('Severe Thunderstorm Warning');
  await page.getByRole('button', { name: 'Close popup' }).click();

  await button(page, 'Observation').click();
  await clickUntil(page, await at([longitude, latitude]), region(page, 'Conditions here'));
  const conditions = region(page, 'Conditions here');
  for (const fact of [
    'Station Name',
    'Conditions',
    'Temperature',
    'Wind Speed',
    'Wind Gust',
    'Feels',
    'WBGT',
    'Precipitation Today',
  ]) {
    await expect(conditions).toContainText(fact);
  }
  await conditions.getByText('METAR', { exact: true }).click();
  await expect(conditions.getByRole('radio', { name: 'METAR' })).toBeChecked();
  await expect(conditions).toContainText('Station Name');
});

test('every other control of Live Radar', async ({ page, server }) => {
  await signIn(page, server, server.account('Super Admin'), '/live-radar?layers=radar');
  const bar = region(page, 'Radar bar');
  await expect(bar).toContainText('Past radar', { timeout: 40_000 });

  // Radar types, speed and opacity; the slider by its keys.
  await choose(page, 'Radar type', 'Future');
  await expect(bar).toContainText(/Future radar · .*expected/);
  await choose(page, 'Radar type', 'Extended');
  await expect(bar).toContainText('Extended radar');
  await choose(page, 'Radar type', 'Past');
  await choose(page, 'Radar options', 'Low');
  await choose(page, 'Radar options', 'Very fast');
  const slider = page.getByRole('slider', { name: 'Time of the radar' });
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuenow', '0');
  await expect(bar).toHaveAttribute('data-mode', 'scrub');
  await page.getByRole('heading', { name: 'Live Radar' }).click();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuenow', '5');
  await page.keyboard.press('Space');
  await expect(bar).toHaveAttribute('data-mode', 'play');
  await page.keyboard.press('Space');
  await expect(bar).toHaveAttribute('data-mode', 'static');

  // Roads instead of radar, with their legend, and back.
  await chooseLayer(page, 'Road Conditions', true);
  await expect(bar).toContainText('road conditions');
  await button(page, 'Road conditions').click();
  const legend = region(page, 'Road conditions');
  for (const name of ['Flooded', 'Slippery', 'Patchy Ice', 'Ice', 'Snow', 'Heavy Snow'])
    await expect(legend).toContainText(name);
  await page.keyboard.press('Escape');
  await button(page, 'Layers').click();
  await expect(page.getByRole('checkbox', { name: 'Radar', exact: true })).not.toBeChecked();
  await page.getByRole('checkbox', { name: 'Radar', exact: true }).check();
  await expect(page.getByRole('checkbox', { name: 'Road Conditions' })).not.toBeChecked();
  await page.keyboard.press('Escape');

  // All locations, one of them selected on the map.
  await button(page, 'Show all locations').click();
  const others = page.locator('.maplibregl-marker').getByRole('button');
  const label = (await others.first().textContent())!;
  await others.first().press('Enter');
  await expect(page.getByRole('combobox', { name: 'Location' }).locator('option:checked')).toHaveText(label);

  // Full screen shows everything in one column.
  await button(page, 'Full screen').click();
  const panel = page.getByRole('complementary', { name: 'Map settings' });
  for (const title of ['Location', 'Radar Type', 'Playback Speed', 'Map Style', 'Keyboard Controls']) {
    await expect(panel.getByRole('heading', { name: title, exact: true })).toBeVisible();
  }
  await expect(panel.getByRole('radio', { name: 'Very fast' })).toBeChecked();
  await expect(panel.getByRole('switch', { name: 'All Locations' })).toBeChecked();
  await panel.getByRole('switch', { name: 'All Locations' }).press('Space');
  await expect(others).toHaveCount(0);
  await panel.getByRole('combobox', { name: 'Location' }).selectOption({ index: 0 });
  await expectAccessible(page, 'live radar in full screen');
  await panel.getByRole('switch', { name: 'Full Screen' }).press('Space');
  await expect(panel).toHaveCount(0);

  // Outside the United States only past radar exists.
  const abroad = {
    label: 'Calgary',
    locationName: 'Calgary',
    latitude: 51.05,
    longitude: -114.07,
    radius1: 10,
    radius2: 0,
    radius3: 0,
    radius4: 0,
  };
  const { id } = await server.api<OwnLocation>('POST', 'location/Add', {
    ...abroad,
    allClearMinutes: 30,
    flags: 0,
  });
  try {
    await page.getByRole('combobox', { name: 'Location' }).selectOption('Calgary');
    await button(page, 'Radar type').click();
    await expect(region(page, 'Radar type').getByRole('radio')).toHaveCount(1);
    await expect(region(page, 'Radar type').getByRole('radio', { name: 'Past' })).toBeVisible();
  } finally {
    await server.api('DELETE', `location/${id}`);
  }
});

test('a browser that cannot draw maps says so', async ({ page, server }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      ...given: Parameters<typeof getContext>
    ) {
      return given[0].startsWith('webgl') ? null : getContext.apply(this, given);
    } as typeof getContext;
  });
  await signIn(page, server, server.account('Customer'), '/live-radar');
  await expect(page.getByRole('alert')).toHaveText(
    "Your map data got lost. Give us a moment and we'll find our way back to you!",
  );
  await expectAccessible(page, 'live radar without a map');
});

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}
interface Points {
  readonly features: readonly { readonly geometry: { readonly coordinates: [number, number] } }[];
}

/** The layer alone must match its image, and must differ from the map without it. */
async function expectLayer(page: Page, layer: string, without: string): Promise<void> {
  await chooseLayer(page, layer, true);
  await expectScreenshot(page, `${without}-${layer.toLowerCase().replaceAll(' ', '-')}`);
  const image = await canvas(page).screenshot({
    animations: 'disabled',
    style: readFileSync(stylePath, 'utf8'),
  });
  expect(image, `${layer} draws something`).not.toMatchSnapshot(`${without}.png`, alike);
  await chooseLayer(page, layer, false);
}

async function expectScreenshot(page: Page, name: string): Promise<void> {
  await expect(canvas(page)).toHaveScreenshot(`${name}.png`, { ...alike, stylePath, timeout: 40_000 });
}

async function chooseLayer(page: Page, layer: string, on: boolean): Promise<void> {
  await button(page, 'Layers').click();
  await page.getByRole('checkbox', { name: layer, exact: true }).setChecked(on);
  await page.keyboard.press('Escape');
}

async function choose(page: Page, menu: string, name: string): Promise<void> {
  await button(page, menu).click();
  await page.getByRole('radio', { name, exact: true }).check();
  await page.keyboard.press('Escape');
}

async function zoom(page: Page, way: 'in' | 'out', levels: number): Promise<void> {
  for (let level = 0; level < levels; level++) {
    await button(page, `Zoom ${way}`).click();
    await page.waitForTimeout(movesWithinMs);
  }
}

/** The position of coordinates on a Web Mercator map with the given center. */
function onMap(page: Page, middle: Place, zoomLevel: number) {
  const px = (longitude: number, latitude: number): [number, number] => {
    const world = 512 * 2 ** zoomLevel;
    const y = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360));
    return [((longitude + 180) / 360) * world, (0.5 - y / (2 * Math.PI)) * world];
  };
  return async ([longitude, latitude]: readonly [number, number]) => {
    const { width, height } = (await canvas(page).boundingBox())!;
    const [[x, y], [middleX, middleY]] = [px(longitude, latitude), px(middle.longitude, middle.latitude)];
    return { x: width / 2 + x - middleX, y: height / 2 + y - middleY };
  };
}

/** The middle of the box around an outline, whose numbers alternate longitude and latitude. */
function middleOf(numbers: readonly number[]): [number, number] {
  const middle = (axis: number) => {
    const along = numbers.filter((_, i) => i % 2 === axis);
    return (Math.min(...along) + Math.max(...along)) / 2;
  };
  return [middle(0), middle(1)];
}

/**
 * A layer that was just switched on may not be on the map yet, and an earlier popup may have moved the map.
 */
async function clickUntil(
  page: Page,
  position: { x: number; y: number },
  shown: ReturnType<typeof region>,
): Promise<void> {
  await expect(async () => {
    await button(page, 'Center on location').click();
    await page.waitForTimeout(movesWithinMs);
    await canvas(page).click({ position });
    await expect(shown).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 40_000 });
}
