import { revokeApiKey } from '@allclear/server/identity/api-keys/api-keys.store.ts';
import { changePassword } from '@allclear/server/identity/sessions/sign-outs.store.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { signInStandIn, type Tokens } from '@allclear/server/test/sign-in-stand-in.ts';
import { beforeAll, expect, test } from 'vitest';
import { tokensOf } from './bad-tokens.ts';
import { call, later } from './calls.ts';
import { addBareOrganization, addPerson, type Person, password } from './organizations.ts';
import { browserAt } from './sign-in-form.ts';
import type { Attacked } from './under-attack.ts';

/** Rights that were taken are gone after this long, in every process. */
const maxStaleMs = 2_000;

export function attackAfterRevocation(attacked: Attacked): void {
  let organizationId: string;
  let otherOrganizationId: string;
  beforeAll(async () => {
    organizationId = await addBareOrganization(attacked().store, 'qzrevoked');
    otherOrganizationId = await addBareOrganization(attacked().store, 'qzelsewhere');
  });

  /** An open event stream; `endedAt` is when it ended, real ms of the process. */
  async function openStream(origin: string, credential: string) {
    const answer = await fetch(`${origin}/api/events`, {
      headers: { authorization: `Bearer ${credential}` },
    });
    expect(answer.status).toBe(200);
    const reader = answer.body?.getReader();
    await reader?.read();
    const ended = (async () => {
      try {
        while (reader && !(await reader.read()).done);
      } catch {}
      return performance.now();
    })();
    return { ended, close: () => void reader?.cancel().catch(() => undefined) };
  }

  const update = (values: object) => (person: Person) =>
    attacked().store.db.updateTable('users').set(values).where('id', '=', person.id).execute();
  const changes: [
    string,
    (person: Person) => Promise<unknown>,
    { credentials: ('key' | 'token')[]; status: number },
  ][] = [
    ['deactivated', update({ is_active: false }), { credentials: ['key', 'token'], status: 403 }],
    ['demoted to a customer', update({ role: 'customer' }), { credentials: ['key', 'token'], status: 403 }],
    [
      'made a person who only gets notifications',
      update({ role: 'notification-only' }),
      { credentials: ['key', 'token'], status: 403 },
    ],
    [
      'given a role that there is not',
      update({ role: 'constructor' }),
      { credentials: ['key', 'token'], status: 403 },
    ],
    [
      'deleted',
      (person) => attacked().store.db.deleteFrom('users').where('id', '=', person.id).execute(),
      // With the person goes the key, so that nobody is signed in by it.
      { credentials: ['token'], status: 403 },
    ],
    [
      'given another password',
      ({ id: userId }) =>
        changePassword(attacked().store.db, testActor, { userId, passwordHash: 'none', now: Date.now() }),
      // API keys are revoked one by one.
      { credentials: ['token'], status: 401 },
    ],
    [
      'left without the API key',
      async (person) => {
        const { db } = attacked().store;
        const keys = await db.selectFrom('api_keys').select('id').where('user_id', '=', person.id).execute();
        for (const { id } of keys)
          expect(await revokeApiKey(db, testActor, { organizationId, id, now: Date.now() })).toBe(true);
      },
      { credentials: ['key'], status: 401 },
    ],
  ];

  test.concurrent.each(changes)(
    'an admin who is %s gets no answer and no event after two seconds, of no process',
    async (_name, change, { credentials, status }) => {
      const { main, second, store } = attacked();
      const person = await addPerson(store, organizationId, { role: 'admin', name: 'revoked' });
      const { good } = await tokensOf(store, { origin: main.url, userId: person.id });
      const credentialOf = { key: person.key, token: good };
      const probes = [main.url, second.url].flatMap((origin) =>
        credentials.map((name) => ({ origin, name, credential: credentialOf[name] })),
      );
      const read = ({ origin, credential }: (typeof probes)[number]) =>
        call(origin, { method: 'GET', path: '/api/Notifications/Sent', key: credential });
      const streams = await Promise.all(
        probes.map(({ origin, credential }) => openStream(origin, credential)),
      );
      for (const probe of probes) expect((await read(probe)).status).toBe(200);
      // The processes have seen the streams before the rights change.
      await later(1_100);
      for (const probe of probes) expect((await read(probe)).status).toBe(200);
      await change(person);
      const began = performance.now();
      const timeout = later(maxStaleMs + 500).then(() => Number.POSITIVE_INFINITY);
      const stale = await Promise.all(
        probes.map(async (probe, index) => {
          let answeredUntil = 0;
          while (performance.now() - began < maxStaleMs) {
            const { status: now } = await read(probe);
            if (now === 200) answeredUntil = performance.now() - began;
            await later(100);
          }
          const endedAt = await Promise.race([streams[index]?.ended, timeout]);
          return { ...probe, answeredUntil, streamEndedAfter: (endedAt ?? Number.POSITIVE_INFINITY) - began };
        }),
      );
      for (const stream of streams) stream.close();
      for (const { origin, name, answeredUntil, streamEndedAfter } of stale) {
        const what = `${name} at ${origin === main.url ? 'the first' : 'the second'} process`;
        expect(answeredUntil, `${what}: last answer`).toBeLessThan(maxStaleMs);
        expect(streamEndedAfter, `${what}: end of the stream`).toBeLessThan(maxStaleMs);
      }
      for (const probe of probes) expect((await read(probe)).status, probe.name).toBe(status);
    },
  );

  test.concurrent('a sign-out ends its access token, refresh token and event streams, and no others', async () => {
    const { main, second, store } = attacked();
    const { email } = await addPerson(store, organizationId, { role: 'admin', name: 'leaving' });
    const [leaving, staying] = ['203.0.113.41', '203.0.113.42'].map((address) =>
      signInStandIn(main.url, browserAt(address)),
    );
    const tokens = await leaving!.signIn({ email, password });
    const others = await staying!.signIn({ email, password });
    const read = (origin: string, { access_token: key }: Tokens) =>
      call(origin, { method: 'GET', path: '/api/Customer', key });
    const streams = await Promise.all(
      [main.url, second.url].map((origin) => openStream(origin, tokens.access_token)),
    );
    for (const origin of [main.url, second.url]) expect((await read(origin, tokens)).status).toBe(200);
    await leaving!.signOut(tokens);
    const began = performance.now();
    for (const { ended } of streams) expect((await ended) - began).toBeLessThan(maxStaleMs);
    await later(Math.max(0, maxStaleMs - (performance.now() - began)));
    for (const origin of [main.url, second.url]) {
      expect((await read(origin, tokens)).status).toBe(401);
      expect((await read(origin, others)).status).toBe(200);
    }
    expect((await leaving!.refresh(tokens)).status).toBe(400);
    expect((await staying!.refresh(others)).status).toBe(200);
  });

  test.concurrent('somebody who moves to another organization sees nothing of the first one', async () => {
    const { main, second, store } = attacked();
    const person = await addPerson(store, organizationId, { role: 'admin', name: 'moved' });
    const stream = await openStream(second.url, person.key);
    await later(1_100);
    await update({ organization_id: otherOrganizationId })(person);
    const began = performance.now();
    expect((await stream.ended) - began).toBeLessThan(maxStaleMs);
    for (const origin of [main.url, second.url]) {
      const { status } = await call(origin, { method: 'GET', path: '/api/Customer', key: person.key });
      // The key is one of the first organization, whose admins see and revoke it: it does not go along.
      expect(status).toBe(403);
    }
  });

  test.concurrent('a station that was removed reports nothing any more', async () => {
    const { main, second, store } = attacked();
    const admin = await addPerson(store, organizationId, { role: 'super-admin', name: 'stations' });
    const place = await store.db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name: 'Roof', latitude: 44, longitude: -110 },
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { data: station } = JSON.parse(
      (
        await call(main.url, {
          ...{ method: 'POST', path: '/api/WeatherStation', key: admin.key },
          body: { name: 'Roof', organizationLocationId: place.id },
        })
      ).text,
    );
    const report = async (origin: string) =>
      (
        await call(origin, {
          method: 'POST',
          path: `/data/report/${station.key}`,
          body: 'tempf=70&dateutc=now',
        })
      ).status;
    for (const origin of [main.url, second.url]) expect(await report(origin)).toBe(200);
    await call(second.url, { method: 'DELETE', path: `/api/WeatherStation/${station.id}`, key: admin.key });
    await later(maxStaleMs);
    for (const origin of [main.url, second.url]) expect(await report(origin)).toBe(401);
  });
}
