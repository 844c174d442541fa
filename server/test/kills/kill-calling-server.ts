import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { RollCall, Shelter } from '@allclear/contract';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import type { KillRounds } from './kill-rounds.ts';

/** Phones that check in at once. */
const phones = 6;

export interface CallingServerKills {
  readonly kills: number;
  /** Entries that were answered 200, each sent again after the next start. */
  readonly acknowledged: number;
  /** Entries that a kill cut off. */
  readonly cut: number;
}

/** An entry as a phone keeps it until it is acknowledged. */
interface Outgoing {
  readonly path: string;
  readonly authorization: string;
  readonly body: { readonly key: string; readonly people: number };
}

/**
 * Kills a server with the PostgreSQL of its folder during one roll-call, while phones check in by code and a warden
 * counts: after each start the roll-call is open, every entry that was acknowledged counts, and what was not is sent
 * again and counts once.
 */
export async function killCallingServer({
  random,
  goesOn,
}: Omit<KillRounds, 'store'>): Promise<CallingServerKills> {
  const data = await mkdtemp(path.join(tmpdir(), 'allclear-kill-calling-'));
  // As root PostgreSQL runs as another user, which needs access through the folder.
  await chmod(data, 0o711);
  const port = await freePort();
  let [kills, acknowledged, cut] = [0, 0, 0];
  let call: BegunRollCall | null = null;
  /** People of all check-ins that were acknowledged, and the last count of a warden that was. */
  let [people, counted] = [0, 0];
  let unsure: Outgoing[] = [];
  try {
    for (;;) {
      const server = await runServer({ data, port, args: ['--scenario', 'quiet'] });
      try {
        call ??= await beginRollCall(server);
        const found = await presentOf(server, call);
        const unsurePeople = unsure.filter(({ path: to }) => to.startsWith('public'));
        const most = people + unsurePeople.reduce((sum, { body }) => sum + body.people, 0);
        assert(found.crowd >= people, `${people} were acknowledged, and ${found.crowd} count`);
        assert(found.crowd <= most, `${most} were sent, and ${found.crowd} count`);
        assert(found.team >= counted, `a count of ${counted} was acknowledged, and ${found.team} counts`);
        for (const entry of unsure) assert.equal(await send(server, entry), 200);
        acknowledged += unsure.length;
        people = most;
        counted = Math.max(counted, ...unsure.map(({ path: to, body }) => (isCount(to) ? body.people : 0)));
        assert.deepEqual(await presentOf(server, call), { crowd: people, team: counted });
        if (!goesOn(kills)) break;
        const sending = sendUntilKilled(server, call, counted);
        await pause(300 + random() * 1_000);
        await server.kill();
        const sent = await sending;
        unsure = sent.unsure;
        acknowledged += sent.acknowledged.length;
        cut += unsure.length;
        for (const { path: to, body } of sent.acknowledged) {
          if (isCount(to)) counted = Math.max(counted, body.people);
          else people += body.people;
        }
      } finally {
        await server.kill();
      }
      kills += 1;
    }
  } finally {
    await rm(data, { recursive: true, force: true });
  }
  return { kills, acknowledged, cut };
}

const isCount = (to: string) => to.endsWith('/Count');

interface BegunRollCall {
  readonly id: string;
  readonly key: string;
  readonly shelter: Shelter;
  /** Groups by what counts them. */
  readonly team: string;
  readonly crowd: string;
}

async function ask<T>(server: ServerProcess, key: string, method: string, to: string, body?: object) {
  const answer = await fetch(`${server.url}/api/${to}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.equal(answer.status, 200, to);
  return ((await answer.json()) as { data: T }).data;
}

async function beginRollCall(server: ServerProcess): Promise<BegunRollCall> {
  const { apiKey: key } = await server.demonstration();
  const [place] = await ask<{ id: string }[]>(server, key, 'GET', 'organizationLocation');
  assert(place);
  const shelter = await ask<Shelter>(server, key, 'POST', `RollCall/Shelters/${place.id}`, {
    ...{ name: 'Gym', capacity: null, minutesToReach: 3, isOpen: true },
  });
  const { id } = await ask<RollCall>(server, key, 'POST', `RollCall/Place/${place.id}`, {
    ...{ key: randomUUID(), isDrill: true },
  });
  const add = async (name: string) => {
    const form = { key: randomUUID(), name, expected: 9 };
    const { groups } = await ask<RollCall>(server, key, 'POST', `RollCall/${id}/Group`, form);
    return groups.find((group) => group.name === name)?.id ?? '';
  };
  return { id, key, shelter, team: await add('Team of the kills'), crowd: await add('Crowd of the kills') };
}

async function presentOf(server: ServerProcess, { id, key, team, crowd }: BegunRollCall) {
  const { isOpen, live } = await ask<RollCall>(server, key, 'GET', `RollCall/${id}`);
  assert.equal(isOpen, true);
  const of = (group: string) => live?.groups.find((one) => one.id === group)?.present ?? 0;
  return { crowd: of(crowd), team: of(team) };
}

async function send(server: ServerProcess, { path: to, authorization, body }: Outgoing): Promise<number> {
  const sentAtMs = Date.now();
  const answer = await fetch(`${server.url}/api/${to}`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    // What waited was made before: it is said how long it waited.
    body: JSON.stringify({ ...body, sentAtMs }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends entries until the server is gone. What was not answered 200 may be stored or not. */
async function sendUntilKilled(
  server: ServerProcess,
  { id, key, shelter, team, crowd }: BegunRollCall,
  countedBefore: number,
): Promise<{ readonly acknowledged: readonly Outgoing[]; readonly unsure: Outgoing[] }> {
  const acknowledged: Outgoing[] = [];
  const unsure: Outgoing[] = [];
  const work = async (next: () => Outgoing) => {
    for (;;) {
      const entry = next();
      const status = await send(server, entry).catch(() => null);
      (status === 200 ? acknowledged : unsure).push(entry);
      if (status !== 200) return;
    }
  };
  const made = () => ({ key: randomUUID(), pressedAtMs: Date.now() });
  const checkIn = (): Outgoing => ({
    ...{ path: 'public/CheckIn', authorization: `Bearer ${shelter.code}` },
    body: { ...made(), ...{ rollCallId: id, deviceKey: randomUUID(), groupId: crowd, people: 2 } },
  });
  let people = countedBefore;
  const count = (): Outgoing => {
    people += 1;
    const body = { ...made(), groupId: team, shelterId: shelter.id, people };
    return { path: `RollCall/${id}/Count`, authorization: `Bearer ${key}`, body };
  };
  await Promise.all([work(count), ...Array.from({ length: phones }, () => work(checkIn))]);
  return { acknowledged, unsure };
}
