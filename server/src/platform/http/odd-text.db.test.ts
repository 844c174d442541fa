import type { Route } from '@allclear/contract';
import * as contract from '@allclear/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encoded, unstorable } from '../../../test/odd-text.ts';
import { addOperator } from '../../../test/operator.ts';
import { leavesOf, sampleOf, withLeaf } from '../../../test/schema-samples.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';

/**
 * Odd text in every string of every route: driven by the contract's own schemas. Each string gets four of the odd ones,
 * the same each time; `PROPERTY_SEED=random` draws others.
 */

const routes = (Object.values(contract) as unknown[]).filter(
  (entry): entry is Route =>
    typeof entry === 'object' && entry !== null && 'needs' in entry && 'path' in entry,
);

const odd = [
  '',
  ' ',
  'x'.repeat(5_000),
  `${'storm '.repeat(500)}🌩`,
  '%00',
  '\\u0000',
  "'; drop table users; --",
  '../../etc/passwd',
  '\u202e\u200b\ufeff\uffff',
  '🌩⚡️',
  '__proto__',
  'null',
  'NaN',
  '1e309',
  '-1',
  '99999999999999999999',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59Z',
  '2026-02-31T25:61:61Z',
  '00000000-0000-4000-8000-000000000000',
];
const oddNumbers = [-1, 0, 0.5, 2 ** 31, 2 ** 53, 1e300, -1e300, 5e-324];
const fourOfThem = fc.subarray(odd, { minLength: 4, maxLength: 4 });
const draws = fc.sample(fourOfThem, 1_000)[Symbol.iterator]();
const drawn = () => draws.next().value ?? odd;
const huge = 'x'.repeat(200_000);

let server: TestServer;
let made = 0;
interface Caller {
  readonly key: string;
  /** The token of an operator, for the routes of operators. */
  readonly operatorToken: string;
  readonly texts: (name: string) => string;
}
let caller: Caller;

beforeAll(async () => {
  server = await openTestServer();
  caller = await newCaller();
});
afterAll(() => server.close());

/** An organization of its own: throttles count by person. */
async function newCaller(): Promise<Caller> {
  const { organizationId, people } = await server.organization(`Odd ${++made}`);
  const { key, id: userId } = people['super-admin'];
  const { id: organizationLocationId } = await server.store.db
    .insertInto('organization_locations')
    .values({
      ...{ organization_id: organizationId, name: 'Stadium', latitude: 28, longitude: -82 },
      created_at: new Date(startAt),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const add = async (url: string, body: object) =>
    (await ask(server.app, 'POST', url, { key, body })).body.data?.id as string | undefined;
  const locationId = await add('/api/location/Add', { label: 'Field', latitude: 28, longitude: -82 });
  const stationId = await add('/api/WeatherStation', { name: 'Roof', organizationLocationId });
  expect(locationId).toBeDefined();
  expect(stationId).toBeDefined();
  const named: Record<string, string | undefined> = {
    ...{ organizationLocationId, userId, locationId, stationId, id: locationId },
    ...{ latitude: '28', longitude: '-82', lat: '28', lon: '-82', hours: '12', email: 'ada@example.org' },
    ...{ north: '29', south: '27', east: '-81', west: '-83', zoom: '8', z: '8', x: '68', y: '108' },
    ...{ timeZone: 'America/New_York', phoneNumber: '+18135550100', policyTypeShortName: 'LIGHTNING' },
  };
  const { token: operatorToken } = await addOperator(server.store, server.platform.settings.url);
  return { key, operatorToken, texts: (name) => named[name] ?? 'text' };
}

interface Parts {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: unknown;
}

function partsOf({ params, query, body, path, paged }: Route): Parts {
  const of = (schema: Route['params']) => (schema === undefined ? undefined : sampleOf(schema, caller.texts));
  const fromPath = Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, caller.texts(name)]),
  );
  return {
    params: { ...fromPath, ...(of(params) as object | undefined) },
    query: { ...(of(query) as object | undefined), ...(paged ? { limit: '5', cursor: 'text' } : {}) },
    body: of(body),
  };
}

async function send(route: Route, { params, query, body }: Parts) {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encoded(params[name]) || '%20');
  const search = Object.entries(query)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('&');
  const request = async () =>
    server.app.inject({
      method: route.method,
      url: `/api/${path}?${search}`,
      headers: {
        authorization: `Bearer ${route.needs === 'operator' ? caller.operatorToken : caller.key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  let answer = await request();
  if (answer.statusCode === 429) {
    caller = await newCaller();
    answer = await request();
  }
  return { status: answer.statusCode, text: answer.body.slice(0, 300) };
}

/** What data that a route answers from is missing for; a fault of the server says 'internal'. */
const isFault = ({ status, text }: { status: number; text: string }) =>
  status >= 500 && (status !== 503 || text.includes('"internal"'));

const listed = routes
  .filter(({ path }) => path !== 'events')
  .map((route) => [`${route.method} ${route.path}`, route] as const);

describe('odd text is never a fault of the server', () => {
  test.each(listed)('%s', async (_name, route) => {
    const parts = partsOf(route);
    const failed: unknown[] = [];
    const isRaw = route.path.startsWith('Delivery/');
    for (const part of ['params', 'query', 'body'] as const) {
      if (parts[part] === undefined) continue;
      for (const leaf of leavesOf(parts[part])) {
        if (leaf.length === 0 && part !== 'body') continue;
        const tried = async (value: unknown) => {
          const changed = { ...parts, [part]: withLeaf(parts[part], leaf, value) } as Parts;
          const answer = await send(route, changed);
          if (isFault(answer)) failed.push({ part, leaf, value: String(value).slice(0, 40), ...answer });
          return answer;
        };
        for (const value of unstorable) {
          const { status, text } = await tried(value);
          // In a URL a lone surrogate is no UTF-8 and read as another character, or refused with the address.
          const mustRefuse = part === 'body' ? !isRaw : value.includes('\0');
          // A route that refuses every key does so before it reads anything.
          const refusal = route.refusesKeys ? 403 : 400;
          if (mustRefuse && status !== refusal) failed.push({ part, leaf, value, status, text });
        }
        for (const value of drawn()) await tried(value);
        if (part === 'body')
          for (const value of [...oddNumbers, huge, null, true, [], {}]) await tried(value);
      }
    }
    expect(failed).toEqual([]);
  });
});

test('the samples reach what the routes do, and are not refused for their form', async () => {
  const statuses = await Promise.all(
    listed.map(async ([, route]) => (await send(route, partsOf(route))).status),
  );
  const isPastForm = statuses.filter((status) => status !== 400).length;
  expect(isPastForm / statuses.length).toBeGreaterThan(0.6);
});
