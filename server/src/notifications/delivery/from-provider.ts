import { isTwilioSignature, type TwilioParams, verifyWebhook } from '@allclear/adapters';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { wallNow } from '../../platform/clock/clock.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import type { Channels } from './channels.ts';

/** How requests of the SMS provider are known to be its own. */
export type FromProvider = Pick<Channels, 'reports' | 'url'>;

/** Writes a minute from one address: a provider passes on everything of everybody, from few addresses. */
const writesPerMinute = 60_000;
/** Limits of the routes for SMS providers. */
export const providerLimits = { writesPerMinute, cleansBody: true };

/**
 * Serves routes for SMS providers. They authenticate by a signature over the bytes of the body, so only in them are
 * bodies read as text.
 */
export async function serveProviders(
  app: FastifyInstance,
  serveRoutes: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    serveRoutes(scope);
  });
}

/**
 * The fields of a request that Twilio signed; `path` is what it was given after `/api/`. 404 where the provider is
 * another, 403 without its signature.
 */
export function fromTwilio(
  request: FastifyRequest,
  { reports, url }: FromProvider,
  path: string,
): TwilioParams {
  if (reports?.kind !== 'twilio') throw notFound();
  const fields = formOf(textOf(request));
  // Twilio signs the address that it was given, which is not the one that a reverse proxy passes on.
  const signature = header(request, 'x-twilio-signature');
  if (!isTwilioSignature(reports.authToken, `${url}/api/${path}`, fields, signature)) throw forbidden();
  return fields;
}

/** The body of a request that the gateway signed, null where it is no JSON; the same refusals. */
export function fromGateway(request: FastifyRequest, { reports }: FromProvider): unknown {
  if (reports?.kind !== 'gateway') throw notFound();
  const body = textOf(request);
  const signed = {
    secret: reports.secret,
    timestamp: header(request, 'x-allclear-timestamp'),
    signature: header(request, 'x-allclear-signature'),
    body,
    now: wallNow(),
  };
  if (!verifyWebhook(signed)) throw forbidden();
  return jsonOf(body);
}

function textOf(request: FastifyRequest): string {
  return typeof request.body === 'string' ? request.body : '';
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}

function formOf(text: string): TwilioParams {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => [
      name,
      form.getAll(name).length > 1 ? form.getAll(name) : (form.get(name) ?? ''),
    ]),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
