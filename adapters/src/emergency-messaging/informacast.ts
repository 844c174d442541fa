import type { RawResponse } from '../http-client/index.ts';
import { isProof, newChallenge, simulatorPath } from '../simulator-proof.ts';
import {
  failureOfAnswer,
  failureOfError,
  fieldsFor,
  isObject,
  notificationIdOf,
  readObject,
  serviceName,
} from './informacast-answers.ts';
import {
  createInformacastClient,
  type InformacastClient,
  type InformacastOptions,
} from './informacast-client.ts';
import type { EmergencyMessaging, LaunchOutcome, MessagingFailure } from './port.ts';

/** Where InformaCast Fusion is in the cloud. */
export const informacastUrl = 'https://api.icmobile.singlewire.com';

/** Their clock may differ from ours by this, ms. */
const clockOffsetMs = 120_000;
const proofTimeoutMs = 5_000;

/**
 * Singlewire InformaCast Fusion. Tokens of client credentials are kept in memory; one that is refused is fetched
 * anew once. A launch has no idempotency key there, so an answer that was lost is searched for among its notifications
 * (`findLaunch`): by the reference in its message, else by its scenario and time.
 */
export function createInformacast({
  http,
  url = informacastUrl,
  timeoutMs = 15_000,
}: InformacastOptions): EmergencyMessaging {
  const base = `${url.replace(/\/+$/, '')}/api`;
  const client = createInformacastClient(base, http, timeoutMs);
  return {
    vendor: 'informacast',
    async verify(credential, signal) {
      for (const path of ['/v1/scenarios', '/v1/sites']) {
        const answer = await client.page(path, 0, credential, signal);
        if (answer.kind === 'failed') return answer;
      }
      return { kind: 'answer', value: null };
    },
    sites: (credential, signal) => client.list('/v1/sites', credential, signal),
    scenarios: (credential, signal) => client.list('/v1/scenarios', credential, signal),
    async launch({ scenarioId, siteName, text }, credential, signal) {
      const scenario = await client.get(
        `/v1/scenarios/${encodeURIComponent(scenarioId)}`,
        credential,
        signal,
      );
      if (scenario.kind === 'failed') return notLaunched(scenario);
      const fields = fieldsFor(scenario.value, { siteName, text });
      const outcome = await client.withToken<LaunchOutcome>(
        credential,
        signal,
        (token) => postLaunch(client, scenarioId, fields, token, signal),
        (one) => one.kind === 'refused' && one.because === 'credential',
      );
      return outcome.kind === 'failed' ? notLaunched(outcome) : outcome;
    },
    async findLaunch(search, credential, signal) {
      const answer = await client.bothEnds('/v1/notifications', credential, signal);
      if (answer.kind === 'failed') return answer;
      return { kind: 'answer', value: idOfLaunch(answer.value.filter(isObject), search) };
    },
    async isSimulator(signal) {
      const challenge = newChallenge();
      try {
        const target = `${base}${simulatorPath}?challenge=${challenge}`;
        const answer = await http.get({
          source: serviceName,
          url: target,
          signal,
          timeoutMs: proofTimeoutMs,
        });
        const read = readObject(answer.bytes);
        const proof = read.kind === 'answer' ? read.value.proof : null;
        return typeof proof === 'string' && isProof(challenge, proof);
      } catch (error) {
        failureOfError(error);
        return false;
      }
    },
  };
}

async function postLaunch(
  { post }: InformacastClient,
  scenarioId: string,
  fields: readonly object[],
  token: string,
  signal: AbortSignal,
): Promise<LaunchOutcome> {
  const headers = {
    ...{ authorization: `Bearer ${token}`, accept: 'application/json' },
    'content-type': 'application/json',
  };
  const path = `/v1/scenario-notifications?scenarioId=${encodeURIComponent(scenarioId)}`;
  let answer: RawResponse;
  try {
    answer = await post(path, JSON.stringify({ fields }), headers, signal);
  } catch (error) {
    return { kind: 'unknown', detail: failureOfError(error).detail };
  }
  if (answer.status === 200 || answer.status === 201) {
    const read = readObject(answer.bytes);
    const id = read.kind === 'answer' ? notificationIdOf(read.value) : undefined;
    return id === undefined
      ? { kind: 'unknown', detail: `${serviceName} sent an answer that cannot be read.` }
      : { kind: 'launched', notificationId: id, detail: `${serviceName} launched it.` };
  }
  const failed = failureOfAnswer(answer);
  // An error of the server says nothing about what it did before.
  if (answer.status >= 500 || answer.status < 400) return { kind: 'unknown', detail: failed.detail };
  return notLaunched(failed);
}

/** A failure by which nothing was launched. */
function notLaunched({ because, detail, retryAfterMs }: MessagingFailure): LaunchOutcome {
  return because === 'busy' || because === 'unavailable'
    ? { kind: 'not-launched', retryAfterMs, detail }
    : { kind: 'refused', because, detail };
}

function idOfLaunch(
  notifications: readonly Readonly<Record<string, unknown>>[],
  { reference, scenarioId, triedAt, otherIds }: Parameters<EmergencyMessaging['findLaunch']>[0],
): string | null {
  const mine = notifications.flatMap((notification) => {
    const { id } = notification;
    if (typeof id !== 'string' || otherIds.includes(id)) return [];
    const words = JSON.stringify(notification);
    const createdAt = Date.parse(String(notification.createdAt));
    const isOfScenario = words.includes(JSON.stringify(scenarioId)) && createdAt >= triedAt - clockOffsetMs;
    return words.includes(reference) || isOfScenario ? [{ id, isSure: words.includes(reference) }] : [];
  });
  return (mine.find(({ isSure }) => isSure) ?? mine[0])?.id ?? null;
}
