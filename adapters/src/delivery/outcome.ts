import { AdapterError } from '../adapter-error.ts';
import { type RawResponse, readRetryAfter } from '../http-client/index.ts';
import type { DeliveryOutcome } from './port.ts';

/** Timeout of one attempt, milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 15_000;

type Failed = Extract<DeliveryOutcome, { kind: 'failed' }>;

export function accepted(providerId: string | null, detail: string): DeliveryOutcome {
  return { kind: 'accepted', providerId, detail };
}

/** Permanent, unless stated otherwise. */
export function failed(
  reason: string,
  options: Partial<Pick<Failed, 'retryable' | 'retryAfterMs' | 'gone'>> = {},
): Failed {
  return { kind: 'failed', retryable: false, retryAfterMs: null, gone: false, ...options, reason };
}

/** No response, or none that is HTTP: whether the message arrived is unknown, so it is retryable. */
export function failedByError(error: unknown): Failed {
  if (!(error instanceof AdapterError)) throw error;
  return failed(error.message, {
    retryable: error.retryable || error.kind === 'malformed',
    retryAfterMs: error.retryAfterMs,
  });
}

/**
 * The outcome of an unsuccessful response. Overload and server errors are retryable; everything else is
 * permanent. A status in `goneStatuses` means that the target no longer exists. The body is left out of the
 * reason: it may contain anything.
 */
export function failedByStatus(
  vendor: string,
  answer: RawResponse,
  goneStatuses: readonly number[] = [],
): Failed {
  const { status } = answer;
  if (status >= 300 && status < 400)
    return failed(`${vendor} answered ${status}: redirects are not followed.`);
  return failed(`${vendor} answered ${status}.`, {
    retryable: isRetryableStatus(status),
    retryAfterMs: readRetryAfter(answer.headers),
    gone: goneStatuses.includes(status),
  });
}

export function isRetryableStatus(status: number): boolean {
  return status >= 500 || [408, 425, 429].includes(status);
}

export function isSuccess({ status }: RawResponse): boolean {
  return status >= 200 && status < 300;
}

/** The response's JSON object; null for everything else. */
export function readJson(answer: RawResponse): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
