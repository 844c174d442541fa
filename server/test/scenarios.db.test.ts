import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, runServer, type ServerProcess } from './run-server.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'allclear-scenarios-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(folder, 0o711);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Status {
  now: string;
  weather: string;
  feeds: { kind: string; state: string; lastError: string | null }[];
}

async function ask<T>(server: ServerProcess, route: string): Promise<T> {
  const { apiKey } = await server.demonstration();
  const answer = await fetch(`${server.url}/api/${route}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(answer.status, route).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}

/** Repeats the request until the response passes; fails with the last one. */
async function until<T>(read: () => Promise<T>, right: (value: T) => boolean, withinMs: number): Promise<T> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (right(value)) return value;
    if (performance.now() > endsAt) throw new Error(`It never came: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test('outage: lightning stops being observed, comes back, and the next feed fails', {
  timeout: 150_000,
}, async () => {
  const server = await runServer({
    data: path.join(folder, 'outage'),
    port: await freePort(),
    args: ['--scenario', 'outage', '--speed', '60'],
  });
  try {
    // Each lasts seconds at this speed: a busy machine may ask for one when the next has begun, so all are looked for
    // in each answer.
    const seen = new Set<string>();
    const note = async () => {
      for (const { kind, state, lastError } of (await ask<Status>(server, 'status')).feeds) {
        if (kind === 'lightning' && (state === 'late' || state === 'down')) seen.add('lightning stops');
        if (kind === 'lightning' && lastError?.includes('did not answer')) seen.add('and does not answer');
        if (kind === 'lightning' && state === 'ok' && lastError === null && seen.has('lightning stops'))
          seen.add('lightning comes back');
        if (kind === 'observations' && lastError?.includes('503')) seen.add('observations fail');
        if (kind === 'alerts' && lastError !== null) seen.add('alerts fail');
      }
      return [...seen];
    };
    await until(note, (all) => all.length === 5, 120_000);
  } finally {
    await server.stop();
  }
});

test('heat-wave: it is July, still simulated, and the wet-bulb globe breaks the policy within the hour', {
  timeout: 120_000,
}, async () => {
  const server = await runServer({
    data: path.join(folder, 'heat'),
    port: await freePort(),
    args: ['--scenario', 'heat-wave', '--speed', '120'],
  });
  try {
    const status = await ask<Status>(server, 'status');
    expect(status).toMatchObject({ weather: 'simulated', now: expect.stringMatching(/^\d{4}-07-15T1[67]:/) });
    const [location] = await ask<{ id: string }[]>(server, 'location');
    const read = () =>
      ask<{ policyTypeShortName: string }[]>(server, `observations/Violations/${location!.id}`);
    const violations = await until(
      read,
      (list) => list.some(({ policyTypeShortName }) => policyTypeShortName === 'WBGT'),
      60_000,
    );
    expect(Date.parse((await ask<Status>(server, 'status')).now) - Date.parse(status.now)).toBeLessThan(
      75 * 60_000,
    );
    expect(violations.filter(({ policyTypeShortName }) => policyTypeShortName.startsWith('LR'))).toEqual([]);
  } finally {
    await server.stop();
  }
});
