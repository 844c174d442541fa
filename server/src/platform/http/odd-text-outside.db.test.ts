import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encoded, unstorable } from '../../../test/odd-text.ts';
import { ask, openTestServer, startAt, type TestServer } from '../../../test/test-server.ts';

/** Odd text where no schema of the contract describes it: identity, devices, files and headers. */

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** The server over a real socket: an injected request passes by the parser of headers. */
async function listening(): Promise<AddressInfo> {
  if (!server.app.server.listening) await server.app.listen({ host: '127.0.0.1', port: 0 });
  return server.app.server.address() as AddressInfo;
}

describe('odd text outside of the contract is no fault either', () => {
  const texts = [...unstorable.map(encoded), '%', '%c0%80', 'x'.repeat(3_000), '%f0%9f%8c%a9'];
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  test.each([
    ['GET', '/identity/auth?client_id=allclear-web&state=TEXT'],
    [
      'GET',
      '/identity/auth?client_id=allclear-web&response_type=code&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fcallback&scope=openid&code_challenge_method=S256&code_challenge=cBVoSlF5hLnzXoQ6zVXJvQxTkhjtMEBLEd5PjUhKQ6k&state=TEXT&login_hint=TEXT&nonce=TEXT',
    ],
    ['GET', '/identity/auth?TEXT=TEXT'],
    ['GET', '/identity/auth/TEXT'],
    ['GET', '/identity/sign-in/TEXT'],
    ['GET', '/identity/session/end?id_token_hint=TEXT&state=TEXT&post_logout_redirect_uri=TEXT'],
    ['GET', '/identity/assets/TEXT'],
    ['GET', '/identity/TEXT'],
    ['GET', '/TEXT'],
    ['GET', '/assets/TEXT'],
    ['GET', '/weatherstation/updateweatherstation.php?ID=TEXT&PASSWORD=TEXT&tempf=TEXT'],
    ['POST', '/data/report/TEXT'],
    ['PUT', '/data/image/TEXT'],
  ] as const)('%s %s', async (method, path) => {
    for (const text of texts) {
      const answer = await server.app.inject({
        ...{ method, url: path.replaceAll('TEXT', text), headers: method === 'GET' ? {} : form },
        ...(method === 'GET' ? {} : { payload: `a=${text}` }),
      });
      expect(answer.statusCode, text).toBeLessThan(500);
    }
  });

  test.each([
    [
      '/identity/token',
      'client_id=TEXT&grant_type=authorization_code&code=TEXT&redirect_uri=TEXT&code_verifier=TEXT',
    ],
    [
      '/identity/token',
      'client_id=allclear-web&grant_type=authorization_code&code=TEXT&redirect_uri=TEXT&code_verifier=TEXT',
    ],
    ['/identity/token', 'client_id=allclear-web&grant_type=refresh_token&refresh_token=TEXT'],
    ['/identity/token', 'client_id=allclear-web&grant_type=TEXT&TEXT=TEXT'],
    ['/identity/token/revocation', 'client_id=allclear-web&token=TEXT&token_type_hint=TEXT'],
    ['/identity/session/end/confirm', 'xsrf=TEXT&logout=TEXT'],
    ['/identity/sign-in/x', 'email=TEXT&password=TEXT'],
    ['/data/report/', 'PASSKEY=TEXT&stationtype=TEXT&dateutc=TEXT&tempf=TEXT'],
  ])('POST %s of %s', async (url, body) => {
    for (const text of texts) {
      const answer = await server.app.inject({
        ...{ method: 'POST', url, headers: form, payload: body.replaceAll('TEXT', text) },
      });
      expect(answer.statusCode, text).toBeLessThan(500);
    }
  });

  test.each([
    ...['authorization', 'cookie', 'if-none-match', 'if-modified-since', 'x-forwarded-for', 'returnlocation'],
    ...['accept', 'accept-encoding', 'origin', 'host', 'range', 'x-twilio-signature', 'x-allclear-timestamp'],
  ])('in the header %s', async (name) => {
    const { port } = await listening();
    const { key } = (await server.organization(`Headers ${name}`)).people.admin;
    const values = [
      '\u00ff\u0080',
      'x'.repeat(5_000),
      'a=b; c=%00; allclear_device=%00',
      'Bearer \u00e9',
      'null',
      '',
    ];
    for (const value of values)
      for (const [method, path] of [
        ['GET', '/api/location'],
        ['POST', '/api/location/Add'],
        ['POST', '/identity/sign-in/x'],
        ['PUT', '/data/image'],
        ['POST', '/api/Delivery/Gateway/x'],
        ['GET', '/'],
      ] as const) {
        const headers = { authorization: `Bearer ${key}`, [name]: value };
        const status = await new Promise<number>((resolve, reject) => {
          httpRequest({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          })
            .on('error', reject)
            .end();
        });
        expect(status, `${method} ${path} ${value.slice(0, 20)}`).toBeLessThan(500);
      }
  });

  test('of a station that reports', async () => {
    const { organizationId, people } = await server.organization('Reporting');
    const { id: organizationLocationId } = await server.store.db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name: 'Stadium', latitude: 28, longitude: -82 },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { key } = (
      await ask(server.app, 'POST', '/api/WeatherStation', {
        key: people.admin.key,
        body: { name: 'Roof', organizationLocationId },
      })
    ).body.data;
    const fields = [
      'tempf',
      'humidity',
      'stationtype',
      'model',
      'dateutc',
      'lightning_time',
      'pm25_ch1',
      'PASSKEY',
    ];
    for (const field of fields)
      for (const text of texts) {
        const answer = await server.app.inject({
          ...{ method: 'POST', url: `/data/report/${key}`, headers: form },
          payload: `tempf=70&dateutc=now&${field}=${text}`,
        });
        expect(answer.statusCode, `${field} ${text}`).toBeLessThan(500);
      }
  });
});
