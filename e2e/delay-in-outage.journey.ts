import type { Page } from '@playwright/test';
import { type DelayAnswer, followDelay, recordSamples, type Sample } from './dashboard-samples.ts';
import { card, expect, type OwnLocation, signIn, test, withoutPolicies } from './journey.ts';
import type { ServerUnderTest } from './server-under-test.ts';

const stadium = { label: 'Stadium', latitude: 28.0, longitude: -82.5 };
/** At the same place, because the strip leaves out the location that the page is about. */
const gate = { ...stadium, label: 'Stadium gate' };
const speed = 30;
/** A strike, an outage and an all clear; however long a busy machine needs to sign in, there is a next one. */
const cycles = [0, 1, 2, 3].map((cycle) => 10 + 18 * cycle);
/** A newer answer may put the page's clock right by up to half a real second: a busy machine delays answers. */
const clockCorrectionSeconds = speed / 2;
/** Real ms for which the page may be behind the API: its renewal each second, and the request. */
const behindMs = 2_000;

test.use({
  weather: {
    speed,
    story: {
      places: [stadium, gate],
      flashes: cycles.map((minute) => ({
        minute,
        latitude: stadium.latitude + 0.072,
        longitude: stadium.longitude,
      })),
      // Longer than the three minutes after which lightning counts as unobserved, shorter than the delay.
      outages: cycles.map((minute) => ({ fromMinute: minute + 2, toMinute: minute + 7 })),
      minutes: 90,
    },
  },
  // The archive has no weather-service alerts, so it is unknown whether there are any.
  expectedMessages: /status of 503 .*\/api\/(location\/Delay|Advisory)\//,
});

/** What the parts of the dashboard say in one sample; null where a part says nothing of it. */
interface Reading {
  readonly at: number;
  readonly kind: 'clear' | 'delay' | 'unavailable' | 'other';
  readonly paused: boolean;
  readonly clockSeconds: number | null;
  readonly strike: string | null;
  /** 'observed through', as the card says it. */
  readonly through: string | null;
}

test('a delay in which observation stops and resumes: all parts of the dashboard say what the API says, at every sample', async ({
  page,
  server,
}) => {
  const { samples, answers } = await followDelayToItsEnd(page, server);
  const readings = samples.map(readSample);
  const during = readings.filter(({ kind }) => kind === 'delay' || kind === 'unavailable');
  for (const state of ['counting', 'paused', 'unavailable'] as const)
    expect(during.filter((one) => stateOf(one) === state).length, state).toBeGreaterThan(5);

  const firstDelay = readings.findIndex(({ kind }) => kind === 'delay');
  const end = readings.findIndex(({ kind }, i) => i > firstDelay && kind === 'clear');
  expect(readings.slice(firstDelay, end).map(({ kind }) => kind)).not.toContain('other');
  for (const sample of samples.slice(firstDelay, end)) expectNoCalmingWord(sample);
  for (let i = firstDelay + 1; i < end; i++) expectNoRise(readings[i - 1]!, readings[i]!);
  for (const reading of readings) expectAsApi(reading, answers);
});

async function followDelayToItsEnd(page: Page, server: ServerUnderTest) {
  const locations = await server.api<OwnLocation[]>('GET', 'location');
  const { id } = locations.find(({ label }) => label === stadium.label)!;
  await withoutPolicies(server);
  await server.api('POST', 'policy', {
    policyTypeShortName: 'LR1',
    threshold: 10,
    allClearMinutes: 10,
    allGroups: true,
    notificationActions: [],
  });
  await signIn(page, server, server.account('Super Admin'), `/?location=${id}`);
  const lightning = card(page, 'Lightning Status');
  await expect(lightning).toContainText('All Clear', { timeout: 60_000 });
  const recorded = await recordSamples(page, gate.label);
  const api = followDelay(server, id);
  await expect(lightning.getByRole('listitem', { name: /^0-10 mi: delay/ })).toBeVisible({ timeout: 60_000 });
  await expect(lightning).toContainText('temporarily unavailable', { timeout: 40_000 });
  await expect(lightning.getByRole('listitem', { name: /^0-10 mi: delay/ })).toBeVisible({ timeout: 40_000 });
  await expect(lightning.getByText('All Clear', { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('region', { name: /^Active Warnings/ })).not.toContainText('Policy Warning');
  await page.waitForTimeout(500);
  await api.stop();
  return { samples: await recorded(), answers: api.answers };
}

function stateOf({ kind, paused }: Reading): string {
  return kind === 'delay' ? (paused ? 'paused' : 'counting') : kind;
}

/** Reads one sample and checks that its parts agree with each other. */
function readSample(sample: Sample): Reading {
  const { at, band, card: lightning, panel, strip, title } = sample;
  const kind = /temporarily unavailable/.test(lightning)
    ? 'unavailable'
    : /\n\d+:\d\d\n0-10 mi/.test(lightning)
      ? 'delay'
      : /\nAll Clear /.test(lightning)
        ? 'clear'
        : 'other';
  const through = /observed through (\d+:\d\d:\d\d)/.exec(lightning)?.[1] ?? null;
  const strike = /Last strike (\d+\.\d mi \w+)/.exec(lightning)?.[1] ?? null;
  const clock = /\n(\d+:\d\d)\n0-10 mi/.exec(lightning)?.[1] ?? null;
  const paused = lightning.includes('Countdown paused');
  const reading = { at, kind, paused, strike, through, clockSeconds: secondsOf(clock) } as const;
  const what = JSON.stringify(sample);
  // The warning is a notice of the server of its own: it may come after the delay and go after the all clear.
  const warned = panel.includes('Lightning Policy Warning');
  switch (kind) {
    case 'delay':
      expect(title, what).toContain(`Stay inside: ${stadium.label}`);
      expect(clock, what).not.toBeNull();
      expect(band, what).toContain('Stay inside');
      expect(/\n(\d+:\d\d)\n/.exec(band)?.[1] ?? null, what).toBe(paused ? null : clock);
      expect(band, what).toContain(paused ? 'all clear not before' : 'earliest all clear');
      // The strip has another place, with a clock of its own, which begins with another answer.
      expect(
        Math.abs(secondsOf(/\d+:\d\d/.exec(strip)?.[0] ?? null)! - secondsOf(clock)!),
        what,
      ).toBeLessThanOrEqual(1);
      expect(/\bpaused\b/.test(strip), what).toBe(paused);
      if (warned) {
        expect(panel, what).toContain(`Last strike ${strike} `);
        expect(panel, what).toContain('next possible clear not before');
        expect(panel.includes('countdown paused'), what).toBe(paused);
        expect(/(\d+:\d\d) remaining/.exec(panel)?.[1] ?? null, what).toBe(paused ? null : clock);
        expect(new Set(panel.match(/No new data since/g)).size, what).toBe(paused ? 1 : 0);
      }
      break;
    case 'unavailable':
      expect(strip, what).toContain('Unknown');
      expect(title, what).toContain(`Unknown: ${stadium.label}`);
      expect(band, what).toContain("We don't know since");
      expect(band, what).toContain('Treat this place as if lightning were near');
      for (const part of [lightning, strip, panel])
        expect(part, what).not.toMatch(/\d\d:\d\d remaining|\n\d\d:\d\d\n/);
      if (warned) {
        expect(panel, what).toContain(`Last strike ${strike} `);
        expect(panel, what).toContain('(not counting while no data come)');
        // One time for the end of the data, whichever part says it.
        const known = /Last known .* \((\d+:\d\d)/.exec(lightning)?.[1];
        for (const [, time] of panel.matchAll(/No new data since (?:\d+\/\d+\/\d+ )?(\d+:\d\d)/g))
          expect(time?.replace(/^0/, ''), what).toBe(known);
      }
      break;
    case 'clear':
    case 'other':
      expect(clock, what).toBeNull();
  }
  return reading;
}

function secondsOf(clock: string | null): number | null {
  if (clock === null) return null;
  const [minutes, seconds] = clock.split(':').map(Number);
  return minutes! * 60 + seconds!;
}

/** Words that calm, on the whole page, without the sentences that say what an all clear needs. */
function expectNoCalmingWord(sample: Sample): void {
  const said = sample.page
    .replaceAll(/All clear needs \d+ quiet minutes in every zone\./g, '')
    .replaceAll(/earliest all clear \d+:\d\d [AP]M|all clear not before \d+:\d\d [AP]M|not clear yet/g, '')
    .replaceAll('There is no all clear until observation resumes.', '')
    .replaceAll(/All Clear Minutes: \d+/g, '')
    .replaceAll(/All-clear timer of \d+ minutes/g, '')
    .replaceAll('Allclear does not guarantee safety.', '')
    .replaceAll('for trying out only, not for safety decisions', '');
  expect(said).not.toMatch(
    /all.?clear\b|\bclear\b(?! not before)|within (the )?policy|no risk|\bsafe(ty|ly)?\b|\bgood\b|no locations in|no (policy )?warnings/i,
  );
}

/** A countdown rises only when the page says that it is paused, or was unknown, and stands still while paused. */
function expectNoRise(before: Reading, after: Reading): void {
  if (before.clockSeconds === null || after.clockSeconds === null) return;
  const what = JSON.stringify({ before, after });
  if (before.paused && after.paused && before.through === after.through)
    expect(after.clockSeconds, what).toBe(before.clockSeconds);
  if (!before.paused && !after.paused)
    expect(after.clockSeconds, what).toBeLessThanOrEqual(before.clockSeconds + clockCorrectionSeconds);
}

/** What the page says was an answer of the API within the time that the page may be behind. */
function expectAsApi(reading: Reading, answers: readonly DelayAnswer[]): void {
  const { at, kind, through } = reading;
  const near = answers.filter((one) => one.hadAt > at - behindMs && one.askedAt < at + 500);
  if (near.length < 3 || kind === 'other') return;
  const what = JSON.stringify({ reading, near: near.map(({ hadAt, delay }) => [hadAt - at, delay]) });
  if (kind === 'unavailable') {
    expect(
      near.some(({ delay }) => delay === null),
      what,
    ).toBe(true);
    return;
  }
  const same = answers.filter(({ delay }) => delay !== null && timeText(delay.observedThrough) === through);
  const known = same.flatMap(({ delay }) => (delay === null ? [] : [delay]));
  if (known.length === 0) return;
  const zones = known.map((delay) => delay.zones[0]!);
  expect(
    zones.map(({ state }) => state),
    what,
  ).toContain(kind);
  if (kind === 'clear') return;
  expect(
    known.map(({ paused }) => paused),
    what,
  ).toContain(reading.paused);
  const strikes = zones.map(
    ({ lastStrike }) => lastStrike && `${lastStrike.distanceMiles.toFixed(1)} mi ${lastStrike.compass}`,
  );
  expect(strikes, what).toContain(reading.strike);
  // The clock lies between those of the API's answers around it.
  const clocks = near.flatMap(({ delay }) => (delay ? [delay.zones[0]!.countdownSeconds] : []));
  if (reading.paused)
    expect(
      known.map(({ zones: [zone] }) => Math.ceil(zone!.countdownSeconds)),
      what,
    ).toContain(reading.clockSeconds);
  else if (clocks.length === near.length) {
    // The API's clock is of its `now`; ours runs on for up to half a second of the sample's own request.
    expect(reading.clockSeconds, what).toBeGreaterThanOrEqual(Math.min(...clocks) - 1 - speed);
    // The page's own answer may be half a second older than the first of ours that knows of the strike.
    expect(reading.clockSeconds, what).toBeLessThanOrEqual(Math.max(...clocks) + 1 + speed / 2);
  }
}

function timeText(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-US', { timeZone: 'America/New_York' }).replace(/ [AP]M$/, '');
}
