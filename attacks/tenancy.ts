// Over 300 lines: callers, ids and markers are walked together over the same routes.
import * as contract from '@allclear/contract';
import { isPermission, permissionsOf, type Role } from '@allclear/domain';
import { insertOperator } from '@allclear/server/identity/index.ts';
import { testActor } from '@allclear/server/test/actor.ts';
import { beforeAll, expect, test } from 'vitest';
import { tokensOf } from './bad-tokens.ts';
import { type Answer, call, inParallel, later } from './calls.ts';
import { rowsOf, settledRowsOf } from './database-rows.ts';
import { addOrganization, type Kind, type Organization, type Person, password } from './organizations.ts';
import { randomOf, shuffled } from './random.ts';
import { isInPath, kindsOf, nameOf, nobody, routeCaller, routes, walked } from './route-calls.ts';
import { type IdOf, routeEntries } from './route-entries.ts';
import type { Attacked } from './under-attack.ts';

/** Calls at once. */
const width = 8;

/** Every answer to a caller of one organization, searched for what is another's. */
function watchLeaks() {
  const found: string[] = [];
  return {
    found,
    check({ marker }: Organization, what: string, { text, headers }: Answer) {
      const whole = `${[...headers].flat().join('\n')}\n${text}`;
      if (whole.includes(marker)) found.push(`${what}: ${around(whole, marker)}`);
      const secret = /\$argon2\w*\$|password_?hash|key_?hash|BEGIN [A-Z ]*PRIVATE KEY/i.exec(whole)?.[0];
      if (secret !== undefined) found.push(`${what}: ${around(whole, secret)}`);
    },
  };
}
const around = (text: string, part: string) => {
  const at = text.indexOf(part);
  return text.slice(Math.max(0, at - 60), at + part.length + 20);
};

export function attackTenancy(attacked: Attacked): void {
  let ours: Organization;
  let theirs: Organization;
  let origin: string;
  const random = randomOf('tenancy');
  const faults: string[] = [];
  const send = routeCaller(() => origin, faults);

  beforeAll(async () => {
    const { main, store } = attacked();
    origin = main.url;
    // Letters and digits that no other text of the product has.
    [ours, theirs] = await Promise.all([
      addOrganization(origin, store, 'qzours7w'),
      addOrganization(origin, store, 'qztheirs4k'),
    ]);
    const { secrets } = attacked();
    for (const { people } of [ours, theirs]) for (const { key } of Object.values(people)) secrets.push(key);
    secrets.push(password);
  });

  test('every route of the contract has an entry, and the server serves no others', async () => {
    expect(Object.keys(routeEntries).sort()).toEqual(routes.map(nameOf).sort());
    const { text } = await call(origin, { method: 'GET', path: '/api/docs/json' });
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
    const served = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const declared = routes.map((route) => `${route.method} /api/${route.path}`);
    expect(served.filter((route) => / \/api\//.test(route)).sort()).toEqual(declared.sort());
  });

  test('without a sign-in that is good nothing but public routes answers', async () => {
    const { good, bad } = await tokensOf(attacked().store, { origin, userId: ours.people['super-admin'].id });
    const id: IdOf = (kind) => ours.ids[kind];
    const current = contract.getCurrentUser;
    expect((await send(current, good, id)).status).toBe(200);
    const callers: [string, string | undefined, number][] = [
      ['nobody', undefined, 401],
      ...Object.entries(bad).map(([name, token]): [string, string, number] => [name, token, 401]),
      ['a key that was revoked', ours.people.revoked.key, 401],
      ['somebody deactivated', ours.people.deactivated.key, 403],
      ['somebody who only gets notifications', ours.people['notification-only'].key, 403],
      [
        'a token of somebody deactivated',
        (await tokensOf(attacked().store, { origin, userId: ours.people.deactivated.id })).good,
        403,
      ],
    ];
    const wrong: string[] = [];
    const calls = shuffled(
      routes
        .filter(({ needs }) => needs !== 'public')
        .flatMap((route) => callers.map((caller) => ({ route, caller }))),
      random,
    );
    await inParallel(calls, width, async ({ route, caller: [name, key, expected] }, index) => {
      // Unknown API keys are throttled by network.
      const { status, text } = await send(route, key, id, `10.${index >> 8}.${index & 255}.1`);
      if (status !== expected || text.includes(ours.marker))
        wrong.push(`${name} ${nameOf(route)}: ${status}`);
    });
    expect(wrong).toEqual([]);
  });

  test('a role without the permission is refused', async () => {
    const wrong: string[] = [];
    const id: IdOf = (kind) => ours.ids[kind];
    for (const route of walked) {
      const { needs } = route;
      if (!isPermission(needs)) continue;
      for (const person of Object.values(ours.people)) {
        const isSigningIn = !['deactivated', 'revoked'].some(
          (name) => person === ours.people[name as 'revoked'],
        );
        if (
          !isSigningIn ||
          person.role === 'notification-only' ||
          permissionsOf(person.role, []).includes(needs)
        )
          continue;
        const { status } = await send(route, person.key, id);
        if (status !== 403) wrong.push(`${person.role} ${nameOf(route)}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('an operator who acts as nobody is refused by every route that is not for operators', async () => {
    const { store } = attacked();
    const email = 'operator@qzrules.example';
    await insertOperator(store.db, testActor, { email, passwordHash: 'none', now: Date.now() });
    const { id: userId } = await store.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    const { good } = await tokensOf(store, { origin, userId });
    const leaks = watchLeaks();
    const wrong: string[] = [];
    for (const route of routes.filter(
      ({ needs, forOperators }) => needs !== 'public' && needs !== 'operator' && !forOperators,
    )) {
      const answer = await send(route, good, (kind) => ours.ids[kind]);
      leaks.check(ours, nameOf(route), answer);
      if (answer.status !== 403) wrong.push(`${nameOf(route)}: ${answer.status}`);
    }
    expect(wrong).toEqual([]);
    expect(leaks.found).toEqual([]);
    expect((await send(contract.listOrganizations, good, (kind) => ours.ids[kind])).status).toBe(200);
  });

  test.each([
    ['one organization', () => [ours, theirs] as const],
    ['the other one', () => [theirs, ours] as const],
  ])(
    '%s gets at nothing of the other by any id, reads no word of it and changes no row',
    async (_name, pick) => {
      const [attackers, victims] = pick();
      const { store } = attacked();
      const before = await settledRowsOf(store, victims.id);
      expect(JSON.stringify(before)).toContain(victims.marker);
      const leaks = watchLeaks();
      const wrong: string[] = [];
      const signedIn = (['super-admin', 'admin', 'assistant-admin', 'customer'] as const).map(
        (role) => attackers.people[role],
      );
      const calls = shuffled(
        walked.flatMap((route) => signedIn.map((person) => ({ route, person }))),
        random,
      );
      const attack = async ({ route, person }: (typeof calls)[number]) => {
        const own: IdOf = (kind) => attackers.ids[kind];
        const kinds = kindsOf(route);
        const name = `${person.role} ${nameOf(route)}`;
        // Without ids of others: what the route says by itself. Deletions of own records come later.
        if (kinds.length === 0) leaks.check(victims, name, await send(route, person.key, own));
        for (const kind of kinds) {
          const withId =
            (other: string): IdOf =>
            (asked) =>
              asked === kind ? other : own(asked);
          const foreign = await send(route, person.key, withId(victims.ids[kind]));
          leaks.check(victims, name, foreign);
          const unknown = await send(route, person.key, withId(nobody));
          const malformed = await send(route, person.key, withId('x'));
          const upper = await send(route, person.key, withId(victims.ids[kind].toUpperCase()));
          const what = `${name} with the ${kind}`;
          const isAllowed =
            route.needs === 'public' ||
            (!isPermission(route.needs) && route.needs !== 'operator') ||
            (isPermission(route.needs) && permissionsOf(person.role as Role, []).includes(route.needs));
          const expected = isAllowed ? [403, 404, ...(isInPath(route, kind) ? [] : [400])] : [403];
          if (!expected.includes(foreign.status))
            wrong.push(`${what} of others: ${foreign.status} ${foreign.text.slice(0, 150)}`);
          if (
            isAllowed &&
            person.role === 'super-admin' &&
            foreign.status === 403 &&
            route.needs !== 'public' &&
            // It refuses every key, whatever the id.
            !route.refusesKeys
          )
            wrong.push(`${what} of others is refused with 403, which says that it exists`);
          const bare = ({ status, text }: Answer, id: string) =>
            `${status} ${text.replaceAll(new RegExp(id, 'gi'), '').replaceAll(/attack \d+/g, '')}`;
          if (bare(foreign, victims.ids[kind]) !== bare(unknown, nobody))
            wrong.push(
              `${what} of others is answered otherwise than that of nobody: ${bare(foreign, victims.ids[kind])} / ${bare(unknown, nobody)}`,
            );
          if (upper.status !== foreign.status) wrong.push(`${what} of others in capitals: ${upper.status}`);
          if (![400, 403, 404].includes(malformed.status))
            wrong.push(`${what} malformed: ${malformed.status}`);
        }
      };
      // Readers first: what they are after may not be there any more after a deletion that succeeds.
      const isRead = ({ route }: (typeof calls)[number]) => route.method === 'GET';
      await inParallel(calls.filter(isRead), width, attack);
      await inParallel(
        calls.filter((one) => !isRead(one)),
        width,
        attack,
      );
      expect(leaks.found).toEqual([]);
      expect(wrong).toEqual([]);
      expect(await rowsOf(store, victims.id)).toEqual(before);
    },
    120_000,
  );

  test('with its own ids the Super Admin gets through each of those calls', async () => {
    const wrong: string[] = [];
    for (const route of walked) {
      const kinds = kindsOf(route);
      if (kinds.length === 0 || route.needs === 'public' || route.needs === 'operator') continue;
      const made = {} as Record<Kind, string>;
      for (const kind of kinds) made[kind] = await ours.make(kind);
      const { status, text } = await send(route, ours.people['super-admin'].key, (kind) => made[kind]);
      // The place is far from all weather.
      const isMissingWeather = [404, 503].includes(status) && !text.includes('does not exist');
      if (status !== (routeEntries[nameOf(route)]?.ownStatus ?? 200) && !isMissingWeather)
        wrong.push(`${nameOf(route)}: ${status} ${text.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
  });

  /** Expected answers about a colleague's own records: super-admin, admin, assistant-admin, customer. */
  const personal: [string, (id: (kind: Kind) => string) => [string, string, unknown?], number[]][] = [
    [
      'the lightning timer of a location',
      (id) => ['GET', `location/Delay/${id('location')}`],
      [200, 200, 404, 404],
    ],
    [
      'the forecast of a location',
      (id) => ['GET', `forecast/Daily/ForLocation/${id('location')}`],
      [200, 200, 404, 404],
    ],
    [
      'a change of a location',
      (id) => ['POST', 'location/Update', { id: id('location'), label: 'x' }],
      [403, 403, 404, 404],
    ],
    [
      'the forecast mark of a location',
      (id) => ['POST', `location/Update/ForecastLocation/${id('location')}`, {}],
      [403, 403, 404, 404],
    ],
    ['the deletion of a location', (id) => ['DELETE', `location/${id('location')}`], [403, 403, 404, 404]],
    ['the removal of a browser', (id) => ['DELETE', `Settings/Push/${id('push')}`], [404, 404, 404, 404]],
    ['the locations of a person', (id) => ['GET', `location/user/${id('user')}`], [200, 200, 403, 403]],
    [
      'the organization locations of a person',
      (id) => ['GET', `organizationLocation/user/${id('user')}`],
      [200, 200, 404, 403],
    ],
    ['the policies of a person', (id) => ['GET', `policy/userPolicies/${id('user')}`], [200, 200, 200, 403]],
    [
      'a change of the locations of a person',
      (id) => ['POST', `location/Update/OrganizationLocation/${id('user')}`, []],
      [200, 200, 404, 403],
    ],
  ];
  test.each(personal)('%s of a colleague: by role', async (_name, of, expected) => {
    const owner = ours.people.other;
    const made = { user: owner.id } as Record<Kind, string>;
    for (const kind of ['location', 'push'] as const) made[kind] = await ours.make(kind, owner);
    const [method, path, body] = of((kind) => made[kind]);
    const statuses: number[] = [];
    for (const role of ['super-admin', 'admin', 'assistant-admin', 'customer'] as const) {
      const { status, text } = await call(origin, {
        method,
        path: `/api/${path}`,
        key: ours.people[role].key,
        body,
      });
      // Without lightning or a forecast there the answer names that: it is let through.
      statuses.push(status === 503 && !text.includes('internal') ? 200 : status);
    }
    expect(statuses).toEqual(expected);
  });

  test('an event stream brings nothing of the other organization, and its strikes touch no place of others', async () => {
    const controller = new AbortController();
    const answer = await fetch(`${origin}/api/events`, {
      headers: { authorization: `Bearer ${ours.people.admin.key}` },
      signal: controller.signal,
    });
    expect(answer.status).toBe(200);
    let received = '';
    const reading = (async () => {
      for await (const chunk of answer.body!) received += Buffer.from(chunk).toString();
    })().catch(() => undefined);
    const admin: Person = theirs.people['super-admin'];
    const changed: string[] = [];
    for (const kind of ['location', 'policy', 'group', 'notice', 'forecast', 'station'] as const)
      changed.push(await theirs.make(kind));
    const post = (path: string, body: unknown) =>
      call(origin, { method: 'POST', path: `/api/${path}`, key: admin.key, body });
    const now = JSON.parse((await call(origin, { method: 'GET', path: '/api/status' })).text).data.now;
    const feed = `${theirs.marker} strikes`;
    expect(
      (await post('ingest/strikes', { feed, strikes: [{ timeUtc: now, latitude: 40, longitude: -101 }] }))
        .status,
    ).toBe(200);
    const { text: added } = await call(origin, {
      ...{ method: 'POST', path: '/api/location/Add', key: ours.people['super-admin'].key },
      body: { label: 'where they see a strike', latitude: 40, longitude: -101 },
    });
    const { id: theirPlace } = JSON.parse(
      (await post('location/Add', { label: 'here', latitude: 40, longitude: -101 })).text,
    ).data;
    await later(1_500);
    const theirTimer = await call(origin, {
      method: 'GET',
      path: `/api/location/Delay/${theirPlace}`,
      key: admin.key,
    });
    expect(theirTimer.text).toContain('"reason":"strike"');
    const timer = await call(origin, {
      ...{ method: 'GET', path: `/api/location/Delay/${JSON.parse(added).data.id}` },
      key: ours.people['super-admin'].key,
    });
    const strikes = await call(origin, {
      ...{ method: 'GET', path: '/api/map/StrikePoints?top=41&bottom=39&left=-102&right=-100' },
      key: ours.people['super-admin'].key,
    });
    controller.abort();
    await reading;
    expect(received).toContain('hello');
    for (const text of [received, timer.text, strikes.text]) {
      expect(text).not.toContain(theirs.marker);
      for (const id of [...changed, ...Object.values(theirs.ids)]) expect(text).not.toContain(id);
    }
    expect(timer.text).not.toContain('"reason":"strike"');
    expect(JSON.parse(strikes.text).data.ids).toEqual([]);
  });

  test('nothing of all that was a fault of the server', () => {
    expect(faults).toEqual([]);
  });
}
