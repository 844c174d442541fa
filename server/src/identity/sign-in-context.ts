import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Database } from '../platform/database/database.ts';
import type { SecretBox } from '../platform/secrets/secret-box.ts';
import type { DeviceCookies } from './device-cookie.ts';
import type { RelyingParty } from './factors/passkeys.ts';
import type { Form } from './pages/forms.ts';
import type { Provision } from './single-sign-on/match-person.ts';
import type { SsoContext } from './single-sign-on/sso-context.ts';

/** The raw request and response of a call, with its forwarded headers set to our own address. */
export type AsOurs = (
  request: FastifyRequest,
  reply: FastifyReply,
) => readonly [IncomingMessage, ServerResponse];

export interface SignInContext {
  readonly db: Database;
  readonly provider: Provider;
  readonly secrets: SecretBox;
  readonly party: RelyingParty;
  readonly asOurs: AsOurs;
  readonly deviceCookies: DeviceCookies;
  readonly sso: SsoContext;
  /** Adds people who sign in for the first time. */
  readonly provision: Provision;
  /** Epoch ms of the wall clock. */
  readonly wallNow: () => number;
}

export type SignInRequest = FastifyRequest<{ Params: { uid: string }; Body: Form }>;

/** Where a sign-in stands between its right password and its end. The provider keeps it with the interaction. */
export interface Stage {
  readonly step: 'ask' | 'enroll' | 'enrolled';
  readonly userId: string;
  /** When the password was right, seconds. */
  readonly ts: number;
  /** The address that was typed, by which the browser is recognized. */
  readonly email: string;
  readonly amr: readonly string[];
}

/** The challenge of an interaction's passkeys: nobody can foresee it, and it ends with the interaction. */
export function challengeOf({ secrets }: Pick<SignInContext, 'secrets'>, uid: string): Buffer {
  return secrets.digests(uid, 'passkey-challenge')[0];
}
