import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from 'oidc-provider';
import { ApiError } from '../../platform/http/errors.ts';
import { errorPage } from './pages.ts';

/** The fields of a form; undefined without a body. */
export type Form = Record<string, string | string[] | undefined> | undefined;

/** Lets the routes of this scope read forms, and no other body. */
export function acceptForms(forms: FastifyInstance): void {
  forms.removeAllContentTypeParsers();
  forms.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 16_384 },
    (_request, body, done) => done(null, parse(String(body))),
  );
}

/** Whatever goes wrong in a browser ends on a page that leads back. */
export function answerWithPage(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = statusOf(error);
  if (status >= 500) request.log.error({ err: error }, 'A sign-in failed');
  return showPage(reply, status, errorPage());
}

export function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof errors.SessionNotFound) return 400;
  return error instanceof ApiError ? error.status : (error.statusCode ?? 500);
}

export function showPage(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply.code(status).type('text/html; charset=utf-8').send(body);
}

export function field(value: string | string[] | undefined): string {
  return (Array.isArray(value) ? value[0] : value) ?? '';
}

export function waitText(waitMs: number): string {
  const minutes = Math.ceil(waitMs / 60_000);
  return `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`;
}

/** A field with JSON; null for an empty one, and for what is no JSON. */
export function jsonField(value: string | string[] | undefined): unknown {
  try {
    return JSON.parse(field(value));
  } catch {
    return null;
  }
}
