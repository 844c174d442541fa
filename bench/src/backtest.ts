/**
 * `npm run backtest` over a year with a million strikes around one place: its duration, whether two runs
 * agree, and whether they agree with a brute-force calculation that shares no code with the product. Goal: at
 * most ten seconds.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { present, printed, random } from './measure.ts';

const program = fileURLToPath(new URL('@allclear/server/backtest.ts', import.meta.url));
const site = { latitude: 28.26, longitude: -82.52 };
const radiiMiles = [10, 20, 30];
const quietMs = 30 * 60_000;
const begin = Date.UTC(2025, 0, 1);
const yearMs = 365 * 24 * 3_600_000;
const count = 1_000_000;

interface Strike {
  at: number;
  latitude: number;
  longitude: number;
}

/** 2,500 storms of some forty minutes within two degrees of the place. */
function year(): Strike[] {
  const next = random(20_250_101);
  const around = () => next() + next() + next() - 1.5;
  const storms = Array.from({ length: 2_500 }, () => ({
    at: next() * yearMs,
    latitude: 27 + next() * 2.5,
    longitude: -84 + next() * 3,
  }));
  const strikes = Array.from({ length: count }, () => {
    const storm = present(storms[Math.floor(next() * storms.length)]);
    const at = begin + Math.floor(Math.min(yearMs - 1, Math.max(0, storm.at + around() * 2_400_000)));
    return {
      at,
      latitude: round(storm.latitude + around() * 0.3),
      longitude: round(storm.longitude + around() * 0.3),
    };
  });
  return strikes.sort((a, b) => a.at - b.at);
}

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;

/** Great-circle miles by the haversine on the sphere of the product. */
function miles({ latitude, longitude }: Strike): number {
  const rad = Math.PI / 180;
  const a =
    Math.sin(((latitude - site.latitude) * rad) / 2) ** 2 +
    Math.cos(site.latitude * rad) *
      Math.cos(latitude * rad) *
      Math.sin(((longitude - site.longitude) * rad) / 2) ** 2;
  return 2 * 3_959 * Math.asin(Math.sqrt(a));
}

function bruteForce(strikes: readonly Strike[]): string[] {
  const end = present(strikes.at(-1)).at;
  const lines: { at: number; zone: number; event: string }[] = [];
  const distances = strikes.map(miles);
  radiiMiles.forEach((radius, index) => {
    let last: number | null = null;
    const clear = (at: number) => lines.push({ at, zone: index + 1, event: 'clear' });
    strikes.forEach(({ at }, i) => {
      if (present(distances[i]) > radius) return;
      if (last !== null && last + quietMs < at) {
        clear(last + quietMs);
        last = null;
      }
      if (last === null) lines.push({ at, zone: index + 1, event: 'delay' });
      last = at;
    });
    if (last !== null && last + quietMs <= end) clear(last + quietMs);
  });
  return lines.map(({ at, zone, event }) => `${new Date(at).toISOString()} ${zone} ${event}`).sort();
}

export async function runBacktest() {
  const folder = await mkdtemp(path.join(tmpdir(), 'allclear-backtest-'));
  try {
    const strikes = year();
    const csv = path.join(folder, 'strikes.csv');
    const out = createWriteStream(csv);
    out.write('time_utc,lat,lon\n');
    for (const { at, latitude, longitude } of strikes)
      out.write(`${new Date(at).toISOString()},${latitude},${longitude}\n`);
    out.end();
    await finished(out);
    const locations = path.join(folder, 'locations.json');
    await writeFile(locations, JSON.stringify([{ id: 'site', ...site, radiiMiles, allClearMinutes: 30 }]));
    const policy = path.join(folder, 'policy.json');
    await writeFile(
      policy,
      JSON.stringify({ policyTypeShortName: 'LR1', threshold: 10, allClearMinutes: 30, reAlertMinutes: 10 }),
    );
    const args = [
      '--policy',
      policy,
      '--locations',
      locations,
      '--strikes',
      csv,
      '--from',
      new Date(begin).toISOString(),
    ];
    const run = () => {
      const startedAt = performance.now();
      const text = execFileSync(
        process.execPath,
        [program, ...args, '--to', new Date(begin + yearMs).toISOString(), '--json'],
        {
          maxBuffer: 1 << 28,
        },
      );
      return { text: text.toString(), seconds: (performance.now() - startedAt) / 1_000 };
    };
    const first = run();
    const second = run();
    const events = first.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { zone: number; event: string; at: string })
      .map(({ zone, event, at }) => `${at} ${zone} ${event}`)
      .sort();
    const expected = bruteForce(strikes);
    return {
      benchmark: 'backtest',
      strikes: count,
      events: events.length,
      seconds: [first.seconds, second.seconds],
      goalSeconds: 10,
      sameTwice: first.text === second.text,
      equalToBruteForce: events.length === expected.length && events.every((line, i) => line === expected[i]),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

await printed(import.meta, runBacktest);
