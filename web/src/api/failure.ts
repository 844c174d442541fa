import type { ErrorCode } from '@allclear/contract';

/** Codes of the app in addition to the server's: no answer, no answer in time, an unreadable answer. */
export type FailureCode = ErrorCode | 'unreachable' | 'timeout' | 'malformed';

/** Every call without data ends in one of these. `status` is 0 when there was no answer. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: FailureCode;
  /** Sentences by field label; sentences without a field are under `ServerError` or `ServerErrors`. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** With `lightning-unobserved`: the last known answer. Not validated; see `delay-answer.ts`. */
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

/** The user-facing sentence of a failure code. */
export function sentenceOf(code: FailureCode): string {
  return sentenceByCode[code] ?? 'Something went wrong. Please try again.';
}

/** Translates every answer that is no success: `body` is the parsed JSON, or undefined. */
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

/** Whether a retry may help: there was no answer, or the server failed. */
export function mayPass(thrown: unknown): boolean {
  return thrown instanceof ApiFailure && (thrown.status === 0 || thrown.status >= 500);
}

/** The user-facing sentence for anything thrown. */
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
