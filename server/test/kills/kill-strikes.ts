import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightningDelay, Location } from '@allclear/contract';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import type { KillRounds } from './kill-rounds.ts';

/** A start after a kill may take so long, ms; `npm run bench -- start-time` measures it on a quiet machine. */
const maxStartMs = 15_000;

type Ask = <T>(method: string, url: string, body?: unknown) => Promise<{ status: number; data: T }>;

async function askerOf(server: ServerProcess): Promise<Ask> {
  const { apiKey } = await server.demonstration();
  return async <T>(method: string, url: string, body?: unknown) => {
    const answer = await fetch(`${server.url}/api/${url}`, {
      method,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, data: ((await answer.json()) as { data: T }).data };
  };
}

/**
 * Kills a server with the PostgreSQL of its folder while storms cross the places at sixty times their speed, so that
 * something is being stored at any moment: it starts again, and nothing that any answer has shown is lost.
 */
export async function killStrikes({ random, goesOn }: Omit<KillRounds, 'store'>): Promise<StrikeKills> {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-kill-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(data, 0o711);
  const port = await freePort();
  const added = new Map<string, string>();
  const shown = createShownStrikes();
  let [kills, clock, slowestStartMs] = [0, '', 0];
  try {
    for (;;) {
      const server = await runServer({ data, port, args: ['--speed', '60'] });
      try {
        if (kills > 0) slowestStartMs = Math.max(slowestStartMs, server.readyAfterMs);
        const ask = await askerOf(server);
        const now = async () => (await ask<{ now: string }>('GET', 'status')).data.now;
        const started = await now();
        assert(started >= clock, `the clock went back from ${clock} to ${started}`);
        const locations = (await ask<Location[]>('GET', 'location')).data;
        for (const [id, label] of added) assert.equal(locations.find((one) => one.id === id)?.label, label);
        await shown.compare(ask, locations);
        if (!goesOn(kills)) break;
        const label = `Site ${kills}`;
        const place = { label, latitude: 32.77 + (kills % 20) / 100, longitude: -96.8, radius1: 10 };
        const answer = await ask<{ id: string }>('POST', 'location/Add', place);
        assert.equal(answer.status, 200);
        added.set(answer.data.id, label);
        await pause(100 + random() * 900);
        await shown.compare(ask, locations);
        clock = await now();
      } finally {
        await server.kill();
      }
      kills += 1;
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  assert(slowestStartMs < maxStartMs, `a start after a kill took ${Math.round(slowestStartMs)} ms`);
  return { kills, delaysSeen: shown.delays(), slowestStartMs: Math.round(slowestStartMs) };
}

export interface StrikeKills {
  readonly kills: number;
  /** Zones in delay that were compared with what was shown before. */
  readonly delaysSeen: number;
  readonly slowestStartMs: number;
}

/** The latest strike of each location and zone that any answer has shown. */
function createShownStrikes() {
  const latest = new Map<string, string>();
  let delays = 0;
  return {
    delays: () => delays,
    /** A strike that was shown stays, or a later one follows; only observed time ends its delay. */
    async compare(ask: Ask, locations: readonly Location[]): Promise<void> {
      for (const { id } of locations) {
        const { status, data: answer } = await ask<LightningDelay>('GET', `location/Delay/${id}`);
        if (status !== 200) continue;
        for (const zone of answer.zones) {
          const name = `${id} ${zone.zone}`;
          const before = latest.get(name) ?? '';
          assert((zone.lastStrike?.at ?? '') >= before, `${name} lost its strike of ${before}`);
          if (!zone.lastStrike) continue;
          latest.set(name, zone.lastStrike.at);
          const endsAt = Date.parse(zone.lastStrike.at) + answer.allClearMinutes * 60_000;
          if (endsAt <= Date.parse(answer.observedThrough)) continue;
          assert.equal(zone.state, 'delay', name);
          delays += 1;
        }
      }
    },
  };
}
