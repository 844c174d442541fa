import { expect } from 'vitest';
import { field, lightning } from '../field-policy.ts';
import {
  ask,
  openTestServer,
  type TestServer,
  type TestServerOptions,
  testChannels,
} from '../test-server.ts';

const minute = 60_000;

/** A server with an organization, its place, and an LR1 policy there. */
export async function openShowServer(options: TestServerOptions = {}) {
  const server = await openTestServer(testChannels(), options);
  const ours = await server.organization('Our District');
  const { key } = ours.people.admin;
  const placeId = await addPlace(server, ours.organizationId, 'Stadium');
  const body = { ...lightning, allClearMinutes: 30 };
  await ask(server.app, 'POST', '/api/policy', { key, body });
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...{ server, ours, key, placeId, url, organizationId: ours.organizationId },
    /** An hour of quiet until now. */
    quiet: () => server.batch(server.clock.now() - 60 * minute, server.clock.now()),
    /** Makes a show. */
    async addShow(values: object = {}) {
      const answer = await ask(server.app, 'POST', '/api/Show', {
        key,
        body: { ...formOf(placeId), ...values },
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.data as { id: string; revision: number };
    },
    /** Makes a link of a show. */
    async addLink(showId: string, by = key) {
      const made = await ask(server.app, 'POST', `/api/Show/${showId}/Link`, {
        key: by,
        body: { name: 'Scoreboard', days: 7 },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      return made.body.data as { id: string; token: string };
    },
  };
}

export type ShowServer = Awaited<ReturnType<typeof openShowServer>>;

export async function addPlace(server: TestServer, organizationId: string, name: string): Promise<string> {
  const { id } = await server.store.db
    .insertInto('organization_locations')
    .values({ organization_id: organizationId, name, ...field, created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A show with a scene of each kind. */
export function formOf(placeId: string) {
  return {
    ...{ name: 'Stadium screen', layout: 'wide', placeIds: [placeId], ticker: 'Go Hawks', showsClock: true },
    scenes: [
      { kind: 'map', seconds: 10, ...field, miles: 120 },
      { kind: 'lightning', seconds: 10, placeId },
      { kind: 'conditions', seconds: 10, placeId },
      { kind: 'forecast', seconds: 10, placeId },
      { kind: 'warnings', seconds: 10 },
      { kind: 'message', seconds: 10, title: 'Gates', text: 'Gate 4 is open' },
    ],
  };
}

/** Reads the events of a stream one by one. */
export async function openStream(url: string, token: string) {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/public/Show/Stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  });
  const reader = answer.body?.getReader();
  let pending = '';
  return {
    status: answer.status,
    headers: answer.headers,
    leave: () => leaving.abort(),
    /** The next event; null once the stream has ended. */
    async next(): Promise<{ event: string; data: string } | null> {
      for (;;) {
        const end = pending.indexOf('\n\n');
        if (end >= 0) {
          const text = pending.slice(0, end);
          pending = pending.slice(end + 2);
          const event = /^event: (.*)$/m.exec(text)?.[1];
          if (event !== undefined) return { event, data: /^data: (.*)$/m.exec(text)?.[1] ?? '' };
          continue;
        }
        const read = await reader?.read();
        if (!read || read.done) return null;
        pending += new TextDecoder().decode(read.value, { stream: true });
      }
    },
  };
}
