import { randomUUID } from 'node:crypto';
import { openCameraSources, readDeviceNetworks } from '@allclear/adapters';
import { cameraTexts } from '@allclear/contract';
import { importJWK, type JWK, SignJWT } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { generatedCamera, openCameraServer, refusal, watch } from '../../test/cameras/watch-camera.ts';
import { ask, type TestServer } from '../../test/test-server.ts';

let server: TestServer;
let origin: string;
let people: Awaited<ReturnType<TestServer['organization']>>['people'];

async function open(sources: Parameters<typeof openCameraServer>[0]['sources']) {
  ({ server, origin } = await openCameraServer({ sources: sources ?? null, lingerMs: 100 }));
  ({ people } = await server.organization('Our District'));
}
afterEach(() => server.close());

const post = (path: string, body?: object) =>
  ask(server.app, 'POST', `/api/LiveStream/${path}`, {
    key: people.admin.key,
    ...(body === undefined ? {} : { body }),
  });

/** An access token of the person as the identity provider signs them, with other claims. */
async function tokenOf(userId: string, changes: object = {}): Promise<string> {
  const { db } = server.store;
  const { value } = await db
    .selectFrom('identity_secrets')
    .select('value')
    .where('name', '=', 'signing-key')
    .executeTakeFirstOrThrow();
  const jwk = value as unknown as JWK;
  const grantId = randomUUID();
  const payload = JSON.stringify({ accountId: userId });
  await db.insertInto('oidc_records').values({ model: 'Grant', id: grantId, payload }).execute();
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: 'http://localhost:8080/identity', aud: 'urn:allclear:api', sub: userId };
  return new SignJWT({ ...claims, grant_id: grantId, iat: now, exp: now + 600, ...changes })
    .setProtectedHeader({ alg: jwk.alg ?? 'RS256', ...(jwk.kid ? { kid: jwk.kid } : {}) })
    .sign(await importJWK(jwk, jwk.alg ?? 'RS256'));
}

test('an access token that has expired, or was changed, opens no stream', async () => {
  await open(generatedCamera().sources);
  const { id } = (await post('Camera', { name: 'Gate', kind: 'mjpeg', address: 'http://192.0.2.7/' })).body
    .data;
  const status = (token: string) => refusal(origin, id, ['allclear.stream', token]);
  const good = await tokenOf(people.admin.id);
  expect(await status(good)).toBe(101);
  const now = Math.floor(Date.now() / 1_000);
  const bad = [
    await tokenOf(people.admin.id, { iat: now - 1_200, exp: now - 600 }),
    await tokenOf(people.admin.id, { grant_id: randomUUID() }),
    `${good.slice(0, -6)}AAAAAA`,
  ];
  for (const token of bad) {
    expect(await status(token)).toBe(401);
    expect(server.logged.join('')).not.toContain(token);
  }
});

test('a camera whose address leads inward says so wherever it is opened, and nothing is reached', async () => {
  const read = readDeviceNetworks('10.0.0.0/8');
  if ('problem' in read) throw new Error(read.problem);
  await open(openCameraSources({ networks: read.networks, ffmpeg: null, simulation: null }));
  const problem = 'The address is in a private network that ALLCLEAR_DEVICE_NETWORKS does not allow.';
  for (const [index, address] of [
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:9/now.jpg',
    'http://2852039166/',
  ].entries()) {
    const added = (await post('Camera', { name: `Camera ${index}`, kind: 'jpeg', address })).body.data;
    expect(added.problem).toBe(problem);
    expect((await post(`Camera/${added.id}/Check`)).body.data).toEqual({ works: false, message: problem });
    const viewer = await watch(origin, added.id, people.admin.key);
    expect(await viewer.closed).toEqual({ code: 4000, reason: cameraTexts.unable });
    expect(viewer.texts.join(' ')).not.toMatch(/169\.254|127\.0|meta-data|2852039166/);
  }
  for (const address of ['file:///etc/passwd', 'javascript:alert(1)', 'http://', '//169.254.169.254/']) {
    const refused = await post('Camera', { name: 'File', kind: 'jpeg', address });
    expect(refused.status, address).toBe(400);
    expect(refused.body.responseException.errors).toEqual({
      Address: ['Address must start with http:// or https://'],
    });
  }
});
