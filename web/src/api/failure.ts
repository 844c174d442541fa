import type { ErrorCode } from '@allclear/contract';

/**
 * What the app itself adds to the server's codes: no answer, no answer in time, an answer that makes no
 * sense.
 */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'malformed';

/** Every call that did not bring data ends in one of these. `status` is 0 when there was no answer. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  /** Sentences by field label, and under `ServerError` or `ServerErrors` what belongs to no field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** With `lightning-unobserved`: what was last known. Not checked; see `last-known.ts`. */
  readonly lastKnown: unknown;

  constructor(parts: {
    status: number;
    code: FailureCode;
    message: string;
    errors?: Record<string, readonly string[]>;
    lastKnown?: unknown;
  }) {
    super(parts.message);
    this.name = 'ApiFailure';
    this.status = parts.status;
    this.code = parts.code;
    this.errors = parts.errors ?? {};
    this.lastKnown = parts.lastKnown;
  }
}

const codeByStatus: Record<number, ErrorCode> = {
  400: 'bad-input',
  401: 'not-signed-in',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'payload-too-large',
  429: 'too-many-requests',
  503: 'unavailable',
};

const sentenceByCode: Partial<Record<FailureCode, string>> = {
  unreachable: 'Allclear could not be reached. Check internet connection.',
  timeout: 'Allclear did not answer in time.',
  malformed: 'Allclear gave an answer that could not be read.',
  'not-signed-in': 'Please sign in again.',
  forbidden: 'You may not do this.',
  'not-found': 'This no longer exists.',
  'too-many-requests': 'Too many requests. Wait a moment and try again.',
  'payload-too-large': 'This is too large to send.',
};

/** The sentence for people of a failure code. */
export function sentenceOf(code: FailureCode): string {
  return sentenceByCode[code] ?? 'Something went wrong. Please try again.';
}

/**
 * The one translator of answers that are not successes: `body` is what came, parsed if it was JSON, else
 * undefined.
 */
export function failureOf(status: number, body: unknown): ApiFailure {
  const refusal = field(body, 'responseException');
  const code = field(refusal, 'code');
  const message = field(refusal, 'message');
  const failureCode: FailureCode =
    typeof code === 'string' ? (code as ErrorCode) : (codeByStatus[status] ?? 'internal');
  return new ApiFailure({
    status,
    code: failureCode,
    message: typeof message === 'string' && message !== '' ? message : sentenceOf(failureCode),
    errors: fieldErrors(field(refusal, 'errors')),
    lastKnown: field(refusal, 'lastKnown'),
  });
}

/** Whether asking again may help: there was no answer, or the server had trouble of its own. */
export function mayPass(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && (thrown.status === 0 || thrown.status >= 500);
}

/** The sentence to show for anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof ApiFailure ? thrown.message : sentenceOf('internal');
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function fieldErrors(value: unknown): Record<string, string[]> {
  if (typeof value !== 'object' || value === null) return {};
  const errors: Record<string, string[]> = {};
  for (const [label, sentences] of Object.entries(value)) {
    const list = (Array.isArray(sentences) ? sentences : [sentences]).filter(
      (sentence): sentence is string => typeof sentence === 'string',
    );
    if (list.length > 0) errors[label] = list;
  }
  return errors;
}
