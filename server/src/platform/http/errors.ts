import type { ErrorCode, Failure } from '@allclear/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { AuditRefusal } from '../audit/audit-refusal.ts';
import { isDatabaseAway } from '../database/database-away.ts';
import { StaleRevision } from '../database/revision.ts';
import { clientNetwork } from './client-network.ts';
import { logSecurity } from './security-log.ts';

/** A failure that is sent to the client as it is. Its message is a sentence for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: Record<string, string[]> | undefined;
  readonly lastKnown: unknown;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    extra: { errors?: Record<string, string[]>; lastKnown?: unknown } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = extra.errors;
    this.lastKnown = extra.lastKnown;
  }
}

export const notSignedIn = () => new ApiError(401, 'not-signed-in', 'Please sign in.');
export const forbidden = (message = 'You are not allowed to do this.') =>
  new ApiError(403, 'forbidden', message);
export const notFound = (what = 'This') => new ApiError(404, 'not-found', `${what} does not exist.`);
export const conflict = (message: string, errors?: Record<string, string[]>) =>
  new ApiError(409, 'conflict', message, errors ? { errors } : {});
export const tooManyRequests = () =>
  new ApiError(429, 'too-many-requests', 'Too many requests. Please wait a moment.');
export const unavailable = (message: string) => new ApiError(503, 'unavailable', message);

/** Sentences by field label; the first one is the message. */
export function invalid(errors: Record<string, string[]>): ApiError {
  return new ApiError(
    400,
    'bad-input',
    Object.values(errors)[0]?.[0] ?? 'Something in the request is not right.',
    { errors },
  );
}

/** Zod's own messages are for developers; the contract's messages are used as they are. */
function sentence(issue: z.core.$ZodIssue, label: string): string {
  if (issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')) {
    if (issue.message.endsWith('undefined')) return `${label} is required`;
    const expected = issue.expected === 'int' ? 'whole number' : issue.expected;
    return `${label} must be ${/^[aeiou]/.test(expected) ? 'an' : 'a'} ${expected}`;
  }
  if (issue.code === 'too_big' && issue.message.startsWith('Too big')) {
    return `${label} can be at most ${issue.maximum}${issue.origin === 'string' ? ' characters' : ''}`;
  }
  if (issue.code === 'too_small' && issue.message.startsWith('Too small')) {
    return issue.origin === 'string' ? `${label} is required` : `${label} must be at least ${issue.minimum}`;
  }
  return issue.message === 'must be a number' ? `${label} must be a number` : issue.message;
}

/**
 * Zod's issues as sentences by field label: `radius1` becomes `Radius1`, the day of the first
 * entry of a schedule `Schedule.1.day`; issues without a field are under
 * ServerError.
 */
export function invalidInput(issues: readonly z.core.$ZodIssue[]): ApiError {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    // Lists are counted from 1, as people count.
    const field = issue.path.map((part) => String(typeof part === 'number' ? part + 1 : part)).join('.');
    const label = field === '' ? 'ServerError' : field.charAt(0).toUpperCase() + field.slice(1);
    errors[label] = [
      ...(errors[label] ?? []),
      sentence(issue, field === '' ? 'The request' : label).slice(0, 300),
    ];
  }
  return invalid(errors);
}

function envelope(error: ApiError): Failure {
  return {
    responseException: {
      code: error.code,
      message: error.message,
      ...(error.errors ? { errors: error.errors } : {}),
      ...(error.lastKnown === undefined ? {} : { lastKnown: error.lastKnown }),
    },
  };
}

/** 409 with the labels of the fields that another change altered. */
function outdated({ what, changed }: StaleRevision): ApiError {
  return conflict(
    `Somebody else changed ${what} meanwhile. Load it again to see what it says now.`,
    Object.fromEntries(changed.map((label) => [label, ['Somebody else changed this meanwhile']])),
  );
}

function translate(error: FastifyError | ApiError | StaleRevision): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof StaleRevision) return outdated(error);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new ApiError(413, 'payload-too-large', 'The request is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new ApiError(415, 'bad-input', 'The request must be JSON.');
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new ApiError(400, 'bad-input', 'The request is not valid JSON.');
  }
  if (error.statusCode === 429) return tooManyRequests();
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError(error.statusCode, 'bad-input', 'The request cannot be understood.');
  }
  if (isDatabaseAway(error))
    return unavailable('The server cannot reach its database now. Please try again in a moment.');
  return new ApiError(500, 'internal', 'Something went wrong on the server. It has been noted.');
}

function logRefusal(request: FastifyRequest, status: number): void {
  if (status !== 403 && status !== 429) return;
  logSecurity(request.log, {
    event: status === 403 ? 'refused' : 'throttled',
    userId: request.principal?.userId ?? null,
    network: clientNetwork(request),
    route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
  });
}

/**
 * One handler for every failure. Unexpected errors are logged and never sent to the client. `auditRefusal` is called
 * before the answer is sent.
 */
export function handleErrors(app: FastifyInstance, auditRefusal?: AuditRefusal): void {
  app.setErrorHandler<FastifyError | ApiError | StaleRevision>(async (error, request, reply) => {
    const known = translate(error);
    if (known.status >= 500 && known.code === 'internal')
      request.log.error({ err: error }, 'a request failed');
    else if (known.code === 'unavailable' && known !== error)
      request.log.warn({ err: error }, 'a request could not reach the database');
    logRefusal(request, known.status);
    await auditRefusal?.(request, known);
    return reply.status(known.status).header('cache-control', 'no-store').send(envelope(known));
  });
}

/** An address that cannot be read fails before any route and hook; it is answered like every other failure. */
export function answerBadUrl(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  for (const [name, value] of request.server.secureHeaders) reply.header(name, value);
  reply.header('cache-control', 'no-store');
  void reply.status(400).send(envelope(new ApiError(400, 'bad-input', 'The address cannot be understood.')));
}

export { envelope };
