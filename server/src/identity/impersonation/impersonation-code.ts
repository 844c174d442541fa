import type { Provider } from 'oidc-provider';

/** The client by which operators act as others: it gets no refresh token and cannot be signed in to. */
export const impersonationClientId = 'allclear-impersonation';
/** How long an operator may act as somebody, seconds. */
export const impersonationSeconds = 1_800;

const scope = 'openid profile email';

/** A client that exchanges codes at `/impersonation`. The provider gives it a grant for no sign-in. */
export function impersonationClient(url: string) {
  return {
    client_id: impersonationClientId,
    client_name: 'Allclear impersonation',
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code'],
    response_types: ['code' as const],
    redirect_uris: [redirectUriOf(url)],
  };
}

export function redirectUriOf(url: string): string {
  return `${url}/impersonation`;
}

/**
 * Issues a code (60 s, once) by which the browser that holds the verifier of `codeChallenge` (S256) gets an access
 * token of the person. Its grant ends after 30 minutes, whatever was issued under it.
 */
export async function issueImpersonationCode(
  provider: Provider,
  {
    userId,
    url,
    resource,
    codeChallenge,
    authTime,
  }: {
    userId: string;
    /** The address of the product, without a slash at its end. */
    url: string;
    /** The audience of the access token. */
    resource: string;
    codeChallenge: string;
    /** Seconds. */
    authTime: number;
  },
): Promise<{ code: string; grantId: string }> {
  const client = await provider.Client.find(impersonationClientId);
  if (!client) throw new Error('The identity provider lacks the client for impersonation.');
  const grant = new provider.Grant({
    ...{ clientId: client.clientId, accountId: userId },
    // Of every token; the types leave it out.
    ...{ expiresIn: impersonationSeconds },
  });
  grant.addOIDCScope(scope);
  grant.addResourceScope(resource, scope);
  const grantId = await grant.save();
  const code = new provider.AuthorizationCode({
    client,
    ...{ accountId: userId, grantId, scope, resource, authTime, amr: ['impersonation'] },
    ...{ redirectUri: redirectUriOf(url), codeChallenge, codeChallengeMethod: 'S256' },
  } as ConstructorParameters<Provider['AuthorizationCode']>[0]);
  return { code: await code.save(), grantId };
}
