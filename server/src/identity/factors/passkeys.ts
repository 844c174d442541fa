import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Account } from '../store.ts';
import type { StoredPasskey } from './factors.store.ts';

/** The product as browsers know it: passkeys are made for this host name and work for no other. */
export interface RelyingParty {
  readonly rpId: string;
  readonly origin: string;
}

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { rpId: hostname, origin };
}

const timeoutMs = 120_000;

/** What a browser needs to make a passkey for an account. */
export function registrationOptions(
  { rpId }: RelyingParty,
  {
    account,
    existing,
    challenge,
  }: { account: Account; existing: readonly StoredPasskey[]; challenge: Buffer },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Allclear',
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(account.id)),
    userName: account.email ?? account.id,
    userDisplayName: `${account.firstName} ${account.lastName}`.trim(),
    challenge: new Uint8Array(challenge),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: existing.map(descriptorOf),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

/** What a browser needs to sign in; without `passkeys` it offers those that it has for this host. */
export function authenticationOptions(
  { rpId }: RelyingParty,
  { passkeys, challenge }: { passkeys?: readonly StoredPasskey[]; challenge: Buffer },
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(challenge),
    timeout: timeoutMs,
    userVerification: 'required',
    ...(passkeys ? { allowCredentials: passkeys.map(descriptorOf) } : {}),
  });
}

function descriptorOf({ credentialId, transports }: StoredPasskey) {
  return { id: credentialId, transports: [...transports] as AuthenticatorTransport[] };
}

export type NewPasskey = Pick<
  StoredPasskey,
  'credentialId' | 'publicKey' | 'counter' | 'transports' | 'rpId'
> & { readonly isBackedUp: boolean };

/** The passkey that a browser made; null for an answer to another challenge, of another host, or malformed. */
export async function verifyRegistration(
  { rpId, origin }: RelyingParty,
  response: unknown,
  challenge: Buffer,
): Promise<NewPasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (!verified || !registrationInfo) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: (credential.transports ?? []).filter((name) => /^[a-z-]{1,20}$/.test(name)).slice(0, 8),
      rpId,
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** The id of the passkey that an answer claims to be of; null for what is no answer. */
export function credentialIdOf(response: unknown): string | null {
  const id = (response as { id?: unknown } | null)?.id;
  return typeof id === 'string' && /^[A-Za-z0-9_-]{1,1400}$/.test(id) ? id : null;
}

/**
 * The new counter of a passkey that signed; null when the answer is not good. A counter that goes back may be a
 * copied key or a careless authenticator: it is for the log, and no proof.
 */
export async function verifyAuthentication(
  { rpId, origin }: RelyingParty,
  { response, passkey, challenge }: { response: unknown; passkey: StoredPasskey; challenge: Buffer },
): Promise<{ counter: number } | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: 0,
        transports: [...passkey.transports] as AuthenticatorTransport[],
      },
    });
    const owner = (response as AuthenticationResponseJSON).response.userHandle;
    const isOwners = !owner || Buffer.from(owner, 'base64url').toString() === passkey.userId;
    return verified && isOwners ? { counter: authenticationInfo.newCounter } : null;
  } catch {
    return null;
  }
}
