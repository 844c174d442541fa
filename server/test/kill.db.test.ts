import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LightningDelay, Location } from '@allclear/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, runServer, type ServerProcess } from './run-server.ts';

const kills = 10;
let data: string;
let port: number;

beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), 'allclear-kill-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(data, 0o711);
  port = await freePort();
});
afterAll(() => rm(data, { recursive: true, force: true }));

/** Storms cross the places at sixty times their speed, so that something is being stored at any moment. */
const start = () => runServer({ data, port, args: ['--speed', '60'] });

async function asker(server: ServerProcess) {
  const { apiKey } = await server.demonstration();
  return async <T>(method: string, url: string, body?: unknown): Promise<{ status: number; data: T }> => {
    const answer = await fetch(`${server.url}/api/${url}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
  };
}

test(`${kills} kills while strikes are being stored: it starts again, and nothing acknowledged is lost`, {
  timeout: 300_000,
}, async () => {
  const acknowledged = new Map<string, string>();
  /** Per location and zone the latest strike that any answer has shown. */
  const shown = new Map<string, string>();
  let clock = '';
  let delaysSeen = 0;
  const startTimes: number[] = [];

  for (let round = 0; round <= kills; round++) {
    const server = await start();
    startTimes.push(server.readyAfterMs);
    try {
      const ask = await asker(server);
      const { now } = (await ask<{ now: string }>('GET', 'status')).data;
      expect(now >= clock, `the clock went back from ${clock} to ${now}`).toBe(true);
      const locations = (await ask<Location[]>('GET', 'location')).data;
      for (const [id, label] of acknowledged)
        expect(locations.find((one) => one.id === id)?.label).toBe(label);

      const window = async () => {
        for (const { id } of locations) {
          const { status, data: answer } = await ask<LightningDelay>('GET', `location/Delay/${id}`);
          if (status !== 200) continue;
          for (const zone of answer.zones) {
            const name = `${id} ${zone.zone}`;
            const before = shown.get(name) ?? '';
            // An announced delay stays, or is extended by a later strike; only observed time ends it.
            expect((zone.lastStrike?.at ?? '') >= before, `${name} lost its strike of ${before}`).toBe(true);
            if (zone.lastStrike) {
              shown.set(name, zone.lastStrike.at);
              const over =
                Date.parse(zone.lastStrike.at) + answer.allClearMinutes * 60_000 <=
                Date.parse(answer.observedThrough);
              if (!over) {
                expect(zone.state).toBe('delay');
                delaysSeen++;
              }
            }
          }
        }
      };
      await window();
      if (round === kills) break;
      const label = `Site ${round}`;
      const added = await ask<{ id: string }>('POST', 'location/Add', {
        label,
        latitude: 32.77 + round / 100,
        longitude: -96.8,
        radius1: 10,
      });
      expect(added.status).toBe(200);
      acknowledged.set(added.data.id, label);
      await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 900));
      await window();
      clock = (await ask<{ now: string }>('GET', 'status')).data.now;
    } finally {
      await server.kill();
    }
  }
  expect(acknowledged.size).toBe(kills);
  // Without delays in the rounds the test would have shown nothing.
  expect(delaysSeen).toBeGreaterThan(kills);
  expect(
    Math.max(...startTimes.slice(1)),
    `starts took ${startTimes.map(Math.round).join(', ')} ms`,
  ).toBeLessThan(15_000);
});
