import { createServer } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import { interactionPolicy, Provider } from 'oidc-provider';
import { freePort } from '../run-server.ts';

/** Somebody at an issuer, with whatever it says of the person. */
export interface IssuerPerson {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

export interface OidcIssuer {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who is signed in there: every visit is answered at once. */
  person: IssuerPerson;
  close(): Promise<void>;
}

/** A real issuer of OpenID Connect on a port of its own, which signs in whoever a test says. */
export async function openOidcIssuer(redirectUri: string, at?: number): Promise<OidcIssuer> {
  const port = at ?? (await freePort());
  const issuer = `http://localhost:${port}`;
  const [clientId, clientSecret] = ['allclear', 'a secret of the tests that nobody else has'];
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const policy = interactionPolicy.base();
  policy.remove('consent');
  let person: IssuerPerson = { sub: 'nobody' };
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['test'] },
    claims: {
      openid: ['sub', 'hd'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    ttl: {
      Interaction: 600,
      Grant: 600,
      Session: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/login/${uid}` },
    findAccount: () => ({ accountId: person.sub, claims: async () => ({ ...person }) }),
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({ clientId, accountId: person.sub });
      grant.addOIDCScope(String(oidc.params?.scope ?? 'openid'));
      await grant.save();
      return grant;
    },
  });
  const handle = provider.callback();
  const server = createServer(async (request, response) => {
    if (!request.url?.startsWith('/login/')) return handle(request, response);
    await provider.interactionFinished(request, response, {
      login: { accountId: person.sub, remember: false },
    });
  });
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  return {
    issuer,
    clientId,
    clientSecret,
    get person() {
      return person;
    },
    set person(next) {
      person = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
