import { hash } from 'node:crypto';
import { dropOldest } from '../bounded-cache.ts';
import type { RawResponse } from '../http-client/index.ts';
import { failure, failureOfAnswer, failureOfError, readObject, serviceName } from './informacast-answers.ts';
import type { MessagingAnswer, MessagingCredential, MessagingFailure } from './port.ts';

const maxTokens = 500;

/** Sends a form or JSON to a path of InformaCast. */
export type Post = (
  path: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
) => Promise<RawResponse>;

/**
 * Asks with a token; with client credentials once more with a new one when it was refused. Tokens are kept in memory.
 */
export type WithToken = <Answer extends { kind: string }>(
  credential: MessagingCredential,
  signal: AbortSignal,
  ask: (token: string) => Promise<Answer>,
  isRefused: (answer: Answer) => boolean,
) => Promise<Answer | MessagingFailure>;

export function createWithToken(post: Post): WithToken {
  const tokens = new Map<string, string>();
  return async (credential, signal, ask, isRefused) => {
    if (credential.kind === 'token') return ask(credential.token);
    const key = hash('sha256', JSON.stringify(credential));
    const kept = tokens.get(key);
    if (kept !== undefined) {
      const answer = await ask(kept);
      if (!isRefused(answer)) return answer;
    }
    const token = await fetchToken(post, credential, signal);
    if (token.kind === 'failed') return token;
    tokens.set(key, token.value);
    dropOldest(tokens, maxTokens);
    return ask(token.value);
  };
}

async function fetchToken(
  post: Post,
  credential: Extract<MessagingCredential, { kind: 'client' }>,
  signal: AbortSignal,
): Promise<MessagingAnswer<string>> {
  const form = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: credential.clientId },
    ...{ client_secret: credential.clientSecret, audience: credential.audience },
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  let answer: RawResponse;
  try {
    answer = await post('/token', `${form}`, headers, signal);
  } catch (error) {
    return failureOfError(error);
  }
  // OAuth answers 400 to a client that it does not know.
  if (answer.status === 400)
    return failure('credential', `${serviceName} does not accept the client credentials.`);
  if (answer.status !== 200) return failureOfAnswer(answer);
  const read = readObject(answer.bytes);
  if (read.kind === 'failed') return read;
  const { access_token: token } = read.value;
  return typeof token === 'string' && token !== ''
    ? { kind: 'answer', value: token }
    : failure('malformed', `${serviceName} sent no token.`);
}
