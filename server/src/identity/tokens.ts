import { hash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { createRecent } from '../platform/recent.ts';

export interface VerifiedToken {
  readonly subject: string;
  /** Only when the issuer has verified it (`email_verified`). */
  readonly verifiedEmail: string | undefined;
  /** The grant that an access token of the embedded provider was issued under. */
  readonly grantId: string | undefined;
  /** Of an access token by which an operator acts as the subject: the operator's id (RFC 8693, section 4.1). */
  readonly operatorId: string | undefined;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** Verifies a bearer token; throws when it is not good, whatever the reason. */
export type TokenVerifier = (bearer: string) => Promise<VerifiedToken>;

/** The claim of our access tokens that names their grant: the token is good while the grant is. */
export const grantClaim = 'grant_id';

/** A token is checked again after this long even while it is good. */
const longestMemoryMs = 60_000;
/** How far the clocks of issuer and server may differ. */
const toleranceSeconds = 5;

/**
 * Verifies JWTs of one issuer for one audience. Good ones are remembered by their digest, for a minute at
 * most and never past their end, because checking a signature costs more than the rest of a request. `keys`
 * throws when it is out of reach; that is a failure of the issuer and not of the token, and passes through as
 * it is.
 */
export function createTokenVerifier(options: {
  issuer: string;
  audience: string | string[];
  keys: JWTVerifyGetKey;
  /** Epoch ms of the wall clock: tokens use real time. */
  wallNow: () => number;
  /** How many tokens are remembered; 10,000 unless set. */
  remembered?: number;
}): TokenVerifier {
  const { issuer, audience, keys, wallNow } = options;
  const known = createRecent<VerifiedToken>(options.remembered ?? 10_000);
  return async (bearer) => {
    const digest = hash('sha256', bearer, 'base64');
    const now = wallNow();
    const found = known.get(digest, now);
    if (found) return found;
    const { payload } = await jwtVerify(bearer, keys, {
      issuer,
      audience,
      // Never `none`, never a shared secret.
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: toleranceSeconds,
      currentDate: new Date(now),
    });
    const { sub, exp, iat } = payload;
    if (sub === undefined || exp === undefined) throw new Error('A verified token lacks sub or exp.');
    // The library checks nbf and exp. A token from the future would be newer than every end of sign-ins.
    if (iat !== undefined && iat > now / 1_000 + toleranceSeconds)
      throw new errors.JWTClaimValidationFailed('The token is from the future.', payload, 'iat');
    const token = {
      subject: sub,
      verifiedEmail: verifiedEmailOf(payload),
      grantId: typeof payload[grantClaim] === 'string' ? payload[grantClaim] : undefined,
      operatorId: actorOf(payload),
      expiresAt: exp * 1_000,
    };
    known.set(digest, token, Math.min(now + longestMemoryMs, token.expiresAt));
    return token;
  };
}

function actorOf({ act }: JWTPayload): string | undefined {
  const sub = typeof act === 'object' && act !== null && 'sub' in act ? act.sub : undefined;
  return typeof sub === 'string' ? sub : undefined;
}

function verifiedEmailOf(payload: JWTPayload): string | undefined {
  return typeof payload.email === 'string' && payload.email_verified === true ? payload.email : undefined;
}
