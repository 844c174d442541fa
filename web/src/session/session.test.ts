// @vitest-environment happy-dom
import { User } from 'oidc-client-ts';
import { beforeEach, expect, it, vi } from 'vitest';
import { createSession, oidcSettings } from './session.ts';

beforeEach(() => sessionStorage.clear());

it('forces one sign-in however many calls were refused, and asks the user when the next is refused at once', () => {
  let wall = 1_000_000;
  const session = createSession('http://localhost', sessionStorage, () => wall);
  const heard: string[] = [];
  session.subscribe(() => heard.push(session.need()));
  session.refused();
  session.refused();
  expect(heard).toEqual(['needed']);
  session.settled();

  wall += 5_000;
  const afterRedirect = createSession('http://localhost', sessionStorage, () => wall);
  afterRedirect.refused();
  expect(afterRedirect.need()).toBe('refused');

  wall += 3_600_000;
  const later = createSession('http://localhost', sessionStorage, () => wall);
  later.refused();
  expect(later.need()).toBe('needed');
});

it('has no token before anybody has signed in', async () => {
  const session = createSession('http://localhost', sessionStorage);
  session.managerFor({ issuer: 'http://localhost/identity', clientId: 'web', resource: 'urn:allclear:api' });
  expect(await session.token()).toBeNull();
});

it('keeps users out of the browser storage and asks for a token of the API', async () => {
  const settings = oidcSettings(
    { issuer: 'http://localhost/identity', clientId: 'web', resource: 'urn:allclear:api' },
    'http://localhost',
    sessionStorage,
  );
  await settings.userStore!.set('user', 'secret');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret');
  expect(settings).toMatchObject({
    extraQueryParams: { resource: 'urn:allclear:api' },
    extraTokenParams: { resource: 'urn:allclear:api' },
    silentRequestTimeoutInSeconds: 30,
    redirect_uri: 'http://localhost/callback',
    post_logout_redirect_uri: 'http://localhost/',
  });
});

it('signs out by a form, so that no address contains the ID token', async () => {
  const session = createSession('http://localhost', sessionStorage);
  const identity = { issuer: 'https://issuer.example', clientId: 'web', resource: null };
  const manager = session.managerFor(identity);
  await manager.storeUser(
    new User({
      access_token: 'opaque',
      id_token: 'signed',
      token_type: 'Bearer',
      profile: { sub: 'x', iss: 'x', aud: 'web', exp: 0, iat: 0 },
    }),
  );
  const submitted: { action: string; method: string; fields: Record<string, string> }[] = [];
  vi.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const inputs = [...this.querySelectorAll('input')];
    const fields = Object.fromEntries(inputs.map(({ name, value }) => [name, value]));
    submitted.push({ action: this.action, method: this.method, fields });
  });
  vi.spyOn(manager.metadataService, 'getEndSessionEndpoint').mockResolvedValue('https://issuer.example/end');
  document.body.innerHTML = '<main>Lightning</main>';
  await manager.signoutRedirect();
  expect(submitted).toEqual([
    {
      action: 'https://issuer.example/end',
      method: 'post',
      fields: {
        client_id: 'web',
        post_logout_redirect_uri: 'http://localhost/',
        id_token_hint: 'signed',
      },
    },
  ]);
  expect(document.querySelector('main')?.hidden).toBe(true);
});

it('asks an external issuer for no resource, and sends its ID token', async () => {
  const session = createSession('http://localhost', sessionStorage);
  const identity = { issuer: 'https://issuer.example', clientId: 'web', resource: null };
  expect(oidcSettings(identity, 'http://localhost', sessionStorage)).toMatchObject({
    extraQueryParams: {},
    extraTokenParams: {},
  });
  const manager = session.managerFor(identity);
  const tokens = {
    access_token: 'opaque',
    id_token: 'signed',
    token_type: 'Bearer',
    expires_at: Date.now() / 1000 + 60,
  };
  await manager.storeUser(
    new User({ ...tokens, profile: { sub: 'x', iss: 'x', aud: 'web', exp: 0, iat: 0 } }),
  );
  expect(await session.token()).toBe('signed');
});
