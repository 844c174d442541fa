import { hash } from 'node:crypto';
import { smsInstructions } from '@allclear/domain';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import { exampleResponseCode, responseCodes } from './response-code.ts';

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

/** The request and the person of a message; null where the notice asks for no response. */
function askedOf({ facts, userId }: AskingMessage): readonly [string, string] | null {
  const { responseRequestId } = facts;
  return typeof responseRequestId === 'string' && userId !== null ? [responseRequestId, userId] : null;
}

interface AskingMessage {
  readonly facts: Record<string, unknown>;
  readonly userId: string | null;
}

/**
 * The link by which a person responds; null where the notice asks for no response. The token is behind `#`, so that it
 * is in no log, and following the link changes nothing.
 */
export function responseLinkOf(
  message: AskingMessage,
  url: string,
  secrets: Pick<SecretBox, 'digests'>,
): string | null {
  const asked = askedOf(message);
  return asked && linkAt(url, responseToken(secrets, ...asked));
}

/** The code by which a person responds by SMS; null where the notice asks for no response. */
export function responseCodeOf(message: AskingMessage, secrets: Pick<SecretBox, 'digests'>): string | null {
  const asked = askedOf(message);
  return asked && responseCodes(secrets, ...asked)[0];
}

const linkAt = (url: string, token: string) => `${url}/respond#${token}`;

/** A link and a code as long as every other, and of nobody. */
export function exampleResponse({
  url,
  takesSms,
}: {
  readonly url: string;
  readonly takesSms: boolean;
}): [link: string, code: string | null] {
  return [linkAt(url, `${prefix}${'x'.repeat(tokenLength)}`), takesSms ? exampleResponseCode : null];
}

/** The text of an SMS that asks for a response; `code` is null where no SMS are received. */
export function withResponseLink(short: string, link: string, code: string | null): string {
  return [`${short} Respond: ${link}`, ...(code === null ? [] : [smsInstructions(code)])].join(' ');
}
