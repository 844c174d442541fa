import { createStandInBrowser } from '@allclear/adapters/delivery/stand-in-browser.ts';
import { openStandIn, readBody } from '@allclear/adapters/stand-in-server.ts';
import type { Page } from '@playwright/test';
import { type DelayAnswer, followDelay } from '../dashboard-samples.ts';
import { expect, type OwnLocation, signIn, test, withoutPolicies } from '../journey.ts';
import type { ServerUnderTest } from '../server-under-test.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
/** A strike, an outage and an all clear; however long a busy machine needs to sign in, there is a next one. */
const cycles = [0, 1, 2, 3, 4].map((cycle) => 12 + 18 * cycle);
/** Real ms for which a page may be behind the API: its renewal each second, and the request. A stall comes on top. */
const behindMs = 3_000;
/** A longer stall is no excuse: with it nothing would be shown any more. */
const maxStallMs = 7_000;

test.use({
  weather: {
    // What a page knows is too old after three minutes: half a minute here, which a busy machine may need.
    speed: 6,
    story: {
      places: [stadium],
      flashes: cycles.map((minute) => ({
        minute,
        latitude: stadium.latitude + 0.072,
        longitude: stadium.longitude,
      })),
      outages: cycles.map((minute) => ({ fromMinute: minute + 2, toMinute: minute + 7 })),
      minutes: 110,
    },
    // The push service of the journey is a server on this machine.
    env: { ALLCLEAR_ALLOW_PRIVATE_ADDRESSES: 'true' },
  },
  // The archive has no weather-service alerts; in an outage the server says that it does not know.
  expectedMessages: /status of 503 .*\/api\/(location\/(Delay|LightningTape)|Advisory)/,
});

/** What a place is said to be. */
type Said = 'delay' | 'unknown' | 'clear' | 'other';
/** A change of what a surface says; wall time, epoch ms. */
interface Moment {
  readonly at: number;
  readonly says: Said;
  readonly text: string;
}

declare global {
  interface Window {
    moments: Moment[];
    /** When the page had nothing to do, every tenth of a second; wall time, epoch ms. */
    ticks: number[];
  }
}

/** The places where the answer for the stadium stands, by their page. */
const surfaces = {
  band: { path: '/', selector: 'section[aria-label^="What to do at"]' },
  tape: { path: '/', selector: 'section[aria-label="Quiet as observed"] [role="img"]' },
  title: { path: '/', selector: 'title' },
  row: { path: '/places', selector: '[aria-label="Places"] [data-state]' },
  tile: { path: '/wall', selector: '[aria-label="Places"] [data-state]' },
} as const;
type Surface = keyof typeof surfaces;

test('a storm with an outage in it: band, tape, title, list, wall and push say what the API says, from first strike to all clear', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(900_000);
  const [place] = await server.api<OwnLocation[]>('GET', 'location');
  await withoutPolicies(server);
  await server.api('POST', 'policy', {
    policyTypeShortName: 'LR1',
    threshold: 10,
    allClearMinutes: 10,
    allGroups: true,
    notificationActions: [{ allClear: false }, { allClear: true }],
  });
  const pushes = await openPushService(server);
  await signIn(page, server, server.account('Super Admin'));
  const [list, wall] = [await context.newPage(), await context.newPage()];
  await list.goto(`${server.url}/places`);
  await wall.goto(`${server.url}/wall`);
  // Signing in leads there and back.
  for (const opened of [list, wall])
    await expect(opened.getByRole('list', { name: 'Places' }).getByRole('listitem').first()).toBeVisible();
  const recorded = {
    ...(await record(page, ['band', 'tape', 'title'])),
    ...(await record(list, ['row'])),
    ...(await record(wall, ['tile'])),
  };
  const api = followDelay(server, place!.id);
  await untilAllSaid(recorded, ['clear', 'delay', 'unknown', 'delay', 'clear']);
  await expect
    .poll(() => pushes.received.map(({ kind }) => kind), { timeout: 20_000 })
    .toContain('all-clear');
  await api.stop();
  await pushes.close();

  for (const [surface, read] of Object.entries(recorded)) {
    const { moments, stalledMs } = await read();
    for (const [i, moment] of moments.entries())
      expectAsApi(
        surface,
        moment,
        moments[i + 1]?.at,
        api.answers,
        behindMs + Math.min(stalledMs, maxStallMs),
      );
  }
  const clearAt = api.answers.findLast(({ delay }) => delay?.kind === 'delay')!.askedAt;
  const allClears = pushes.received.filter(({ kind }) => kind === 'all-clear');
  expect(allClears).toHaveLength(1);
  expect(allClears[0]!.at).toBeGreaterThan(clearAt - behindMs);
  expect(allClears[0]!.title).toContain(stadium.label);
  const warning = pushes.received.find(({ kind }) => kind === 'warning')!;
  expect(`${warning.title} ${warning.body}`).toMatch(/lightning/i);
  for (const { kind, title, body } of pushes.received)
    if (kind !== 'all-clear') expect(`${title} ${body}`).not.toMatch(/all clear (at|for|in)/i);
});

/** Subscribes a browser whose push service is a server of the journey. */
async function openPushService(server: ServerUnderTest) {
  const browser = createStandInBrowser();
  const received: { at: number; kind: string; title: string; body: string }[] = [];
  const service = await openStandIn(async (request, response) => {
    received.push({ at: Date.now(), ...JSON.parse(browser.read(await readBody(request))) });
    response.writeHead(201).end();
  });
  await server.api('POST', 'Settings/Push', { endpoint: `${service.url}/phone`, keys: browser.keys });
  return { received, close: () => service.close() };
}

/** What a surface said, and the longest time for which the machine did not let its page do anything, in ms. */
interface SurfaceRecord {
  readonly moments: Moment[];
  readonly stalledMs: number;
}
type Recorded = Partial<Record<Surface, () => Promise<SurfaceRecord>>>;

/** Records every change of what some surfaces of a page say, from now on. */
async function record(page: Page, names: readonly Surface[]): Promise<Recorded> {
  await page.evaluate(
    (watched) => {
      window.moments = [];
      window.ticks = [Date.now()];
      setInterval(() => window.ticks.push(Date.now()), 100);
      const note = () => {
        for (const [name, selector] of watched) {
          const shown = document.querySelector<HTMLElement>(selector);
          const text = (shown?.innerText || shown?.textContent) ?? '';
          // The title of a clear place is its name alone.
          const inTitle = /unknown/i.test(text) ? 'unknown' : /stay inside/i.test(text) ? 'delay' : 'clear';
          const state = name === 'title' ? inTitle : shown?.dataset.state;
          // A lane names the reason of its delay.
          const said = state === 'strike' ? 'delay' : state;
          const says = said === 'delay' || said === 'unknown' || said === 'clear' ? said : 'other';
          const last = window.moments.findLast(({ text: known }) => known.startsWith(`${name}: `));
          if (last?.says !== says) window.moments.push({ at: Date.now(), says, text: `${name}: ${text}` });
        }
      };
      new MutationObserver(note).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      });
      note();
    },
    names.map((name) => [name, surfaces[name].selector] as const),
  );
  const read = (name: Surface) => async () => {
    const { moments, ticks } = await page.evaluate(() => ({ moments: window.moments, ticks: window.ticks }));
    const pauses = ticks.map((at, i) => at - (ticks[i - 1] ?? at));
    return {
      moments: moments.filter(({ text }) => text.startsWith(`${name}: `)),
      stalledMs: Math.max(...pauses),
    };
  };
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

/** Waits until each surface has said these, in this order, whatever else in between. */
async function untilAllSaid(recorded: Recorded, states: readonly Said[]): Promise<void> {
  for (const [name, read] of Object.entries(recorded)) {
    const said = async () => {
      let reached = 0;
      for (const { says } of (await read()).moments) if (says === states[reached]) reached++;
      return states.slice(0, reached);
    };
    await expect.poll(said, { message: `${name}: what it said`, timeout: 720_000 }).toEqual(states);
  }
}

/** What a surface said until its next change was an answer of the API within the time that it may be behind. */
function expectAsApi(
  surface: string,
  { at, says, text }: Moment,
  until: number | undefined,
  answers: readonly DelayAnswer[],
  allowedMs: number,
): void {
  const near = answers.filter(
    ({ askedAt, hadAt }) => hadAt > at - allowedMs && askedAt < (until ?? at) + allowedMs,
  );
  if (says === 'other' || near.length < 3) return;
  const kinds = near.map(({ delay }) => delay?.kind ?? 'unknown');
  expect(kinds, `${surface}: ${text}`).toContain(says);
  if (says !== 'clear' || until === undefined) return;
  // 'Clear' does not outlast the delay.
  const over = answers.find(({ hadAt, delay }) => hadAt > at && delay?.kind === 'delay');
  if (over) expect(until, `${surface}: ${text}`).toBeLessThan(over.hadAt + allowedMs);
}
