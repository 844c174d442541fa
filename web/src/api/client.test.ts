// @vitest-environment node
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ApiClientNeeds, createApiClient, urlOf } from './client.ts';
import { createConnection } from './connection.ts';
import type { ApiFailure } from './failure.ts';
import { routes } from './routes.ts';

let server: Server;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function given(over: Partial<ApiClientNeeds> = {}) {
  const heard = { unauthorized: 0 };
  const connection = createConnection(() => 42);
  const client = createApiClient({
    origin,
    token: async () => 'a-token',
    onUnauthorized: () => heard.unauthorized++,
    connection,
    ...over,
  });
  return { client, connection, heard };
}
const allow = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
const json = (status: number, body: unknown) => (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(request.method === 'OPTIONS' ? 204 : status, {
    ...allow,
    'content-type': 'application/json',
  });
  response.end(request.method === 'OPTIONS' ? undefined : JSON.stringify(body));
};
const failureOf = async (work: Promise<unknown>): Promise<ApiFailure> =>
  work.then(
    () => expect.fail('it succeeded'),
    (thrown) => thrown,
  );

it('sends the token and encodes parameters', async () => {
  const seen: { url?: string | undefined; authorization?: string | undefined }[] = [];
  answer = (request, response) => {
    if (request.method === 'GET')
      seen.push({ url: request.url, authorization: request.headers.authorization });
    json(200, { data: [] })(request, response);
  };
  const { client } = given();
  await client.call(routes.listLocations);
  await client.call(routes.getDelay, { params: { id: 'a/b c' } });
  await client.call(routes.getStatus);
  expect(seen).toEqual([
    { url: '/api/location', authorization: 'Bearer a-token' },
    { url: '/api/location/Delay/a%2Fb%20c', authorization: 'Bearer a-token' },
    { url: '/api/status', authorization: undefined },
  ]);
});

it('brings a file as it is, and refuses what is none', async () => {
  const { client } = given();
  answer = (_request, response) =>
    response.writeHead(200, { ...allow, 'content-type': 'image/png' }).end('picture');
  const blob = await client.file(routes.getStationImage, { params: { id: 'a' } });
  expect([blob.type, await blob.text()]).toEqual(['image/png', 'picture']);
  answer = json(404, { responseException: { code: 'not-found', message: 'The image is not there.' } });
  expect(await failureOf(client.file(routes.getStationImage, { params: { id: 'a' } }))).toMatchObject({
    status: 404,
    code: 'not-found',
  });
  answer = (_request, response) => {
    response.writeHead(200, { ...allow, 'content-length': '100' });
    response.write('half');
    setTimeout(() => response.destroy(), 10);
  };
  expect(await failureOf(client.file(routes.getStationImage, { params: { id: 'a' } }))).toMatchObject({
    status: 0,
    code: 'unreachable',
  });
});

it('sends a body and headers, and brings the data', async () => {
  let body = '';
  let asked: string | undefined;
  answer = (request, response) => {
    request.on('data', (piece) => {
      body += piece;
    });
    if (request.method === 'POST') asked = request.headers.returnlocation as string;
    request.on('end', () => json(200, { data: { id: '1', message: 'Added' } })(request, response));
  };
  const data = await given().client.call(routes.addLocation, {
    body: { label: 'Pier' },
    headers: { ReturnLocation: 'yes' },
  });
  expect(data).toEqual({ id: '1', message: 'Added' });
  expect(JSON.parse(body)).toEqual({ label: 'Pier' });
  expect(asked).toBe('yes');
});

it('a call that creates has the same key until it is answered, and a new one afterwards', async () => {
  const keys: unknown[] = [];
  let isLost = true;
  answer = (request, response) => {
    if (request.method === 'POST') keys.push(request.headers['idempotency-key']);
    if (request.method === 'POST' && isLost) response.destroy();
    else json(keys.length === 2 ? 502 : 200, { data: { id: '1' } })(request, response);
  };
  const { client } = given();
  const add = (label: string) => client.call(routes.addLocation, { body: { label }, once: true });
  await failureOf(add('Pier'));
  isLost = false;
  await failureOf(add('Pier'));
  await add('Pier');
  await add('Pier');
  await add('Field');
  await client.call(routes.addLocation, { body: { label: 'Pier' } });
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
  expect(new Set(keys).size).toBe(4);
  expect(keys.at(-1)).toBeUndefined();
});

it('says that a new sign-in is needed at each 401', async () => {
  answer = json(401, { responseException: { code: 'not-signed-in', message: 'Your sign-in has ended.' } });
  const { client, heard, connection } = given();
  expect(await failureOf(client.call(routes.listLocations))).toMatchObject({
    status: 401,
    code: 'not-signed-in',
    message: 'Your sign-in has ended.',
  });
  expect(heard.unauthorized).toBe(1);
  expect(connection.lostAt()).toBeNull();
});

it.each([
  [200, { nothing: true }, 'malformed'],
  [200, 'text', 'malformed'],
  [403, {}, 'forbidden'],
  [500, '<html>', 'internal'],
])('a %d with %j is a failure', async (status, body, code) => {
  answer = json(status, body);
  const { client, heard } = given();
  expect(await failureOf(client.call(routes.listLocations))).toMatchObject({ code });
  expect(heard.unauthorized).toBe(0);
});

it('knows when the connection is lost, and when it is back', async () => {
  answer = (_, response) => response.destroy();
  const { client, connection } = given();
  expect(await failureOf(client.call(routes.listLocations))).toMatchObject({
    status: 0,
    code: 'unreachable',
  });
  expect(connection.lostAt()).toBe(42);
  answer = json(200, { data: [] });
  await client.call(routes.listLocations);
  expect(connection.lostAt()).toBeNull();
});

it('gives up waiting', async () => {
  answer = () => undefined;
  const { client, connection } = given({ timeoutMs: 50 });
  expect(await failureOf(client.call(routes.getStatus))).toMatchObject({ status: 0, code: 'timeout' });
  expect(connection.lostAt()).toBe(42);
});

it('does not take a call that was given up for a lost connection', async () => {
  answer = () => undefined;
  const { client, connection } = given();
  const given_up = new AbortController();
  const call = client.call(routes.getStatus, { signal: given_up.signal });
  given_up.abort();
  await expect(call).rejects.toThrow();
  expect(connection.lostAt()).toBeNull();
});

it('writes addresses', () => {
  expect(urlOf('map/Strikes', {}, { top: 1.5, minutes: undefined })).toBe('/api/map/Strikes?top=1.5');
  expect(() => urlOf('location/:id', {})).toThrow('needs id');
});
