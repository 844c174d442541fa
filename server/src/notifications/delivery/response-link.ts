import { hash } from 'node:crypto';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const prefix = 'acr_';
/** 22 characters of base64url have 132 bits; an SMS has no room for more. */
const tokenLength = 22;

/** The token of a person's link to a request for a response: made again for each attempt, and stored as a hash only. */
export function responseToken(
  secrets: Pick<SecretBox, 'digests'>,
  requestId: string,
  userId: string,
): string {
  const [digest] = secrets.digests(`${requestId}/${userId}`, 'link of a response');
  return `${prefix}${digest.toString('base64url').slice(0, tokenLength)}`;
}

export function isResponseToken(text: string): boolean {
  return /^acr_[\w-]{22}$/.test(text);
}

export function hashOfResponseToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/**
 * The link by which a person responds; null where the notice asks for no response. The token is behind `#`, so that it
 * is in no log, and following the link changes nothing.
 */
export function responseLinkOf(
  { facts, userId }: { readonly facts: Record<string, unknown>; readonly userId: string | null },
  url: string,
  secrets: Pick<SecretBox, 'digests'>,
): string | null {
  const { responseRequestId } = facts;
  if (typeof responseRequestId !== 'string' || userId === null) return null;
  return linkAt(url, responseToken(secrets, responseRequestId, userId));
}

const linkAt = (url: string, token: string) => `${url}/respond#${token}`;

/** As long as every link, and of nobody. */
export function exampleResponseLink(url: string): string {
  return linkAt(url, `${prefix}${'x'.repeat(tokenLength)}`);
}

/** The text of an SMS that asks for a response. */
export function withResponseLink(short: string, link: string): string {
  return `${short} Respond: ${link}`;
}
