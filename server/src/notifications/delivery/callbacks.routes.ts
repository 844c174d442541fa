import { isTwilioSignature, type TwilioParams, twilioStatus, verifyWebhook } from '@allclear/adapters';
import { gatewayCallback, twilioCallback } from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Channels } from './channels.ts';
import { type ProviderReport, recordReport } from './reports.store.ts';

const actor = systemActor('delivery-callbacks');

/** Writes a minute from one address: a provider reports every message several times, from few addresses. */
const reportsPerMinute = 60_000;

const gatewayReport = z.object({
  id: z.string().optional(),
  status: z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed']),
  reason: z.string().nullish(),
});

/**
 * The routes on which SMS providers report what became of a message. They authenticate by a signature over the bytes
 * of the body, so only here are bodies read as text.
 */
export async function deliveryCallbackRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): Promise<void> {
  const { reports, url } = channels;
  const limits = { writesPerMinute: reportsPerMinute, cleansBody: true };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'application/json'],
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );

    serve(
      scope,
      twilioCallback,
      async ({ params, request }) => {
        if (reports?.kind !== 'twilio') throw notFound();
        const fields = formOf(textOf(request));
        // Twilio signs the address that it was given, which is not the one that a reverse proxy passes on.
        const callbackUrl = `${url}/api/Delivery/Twilio/${params.id}`;
        if (!isTwilioSignature(reports.authToken, callbackUrl, fields, header(request, 'x-twilio-signature')))
          throw forbidden();
        const status = twilioStatus(fields);
        if (status === null) return { noted: false };
        return record(params.id, { vendor: 'twilio', ...status });
      },
      limits,
    );

    serve(
      scope,
      gatewayCallback,
      async ({ params, request }) => {
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
        const report = gatewayReport.safeParse(jsonOf(body));
        if (!report.success)
          throw invalid({ Status: ['Status must be queued, sent, delivered, undelivered or failed'] });
        const { id: providerId = null, status: state, reason = null } = report.data;
        return record(params.id, { vendor: 'gateway', providerId, state, reason });
      },
      limits,
    );
  });

  async function record(
    deliveryId: string,
    report: Omit<ProviderReport, 'deliveryId'>,
  ): Promise<{ noted: boolean }> {
    const reason = report.reason?.replaceAll('\0', '').slice(0, 500).toWellFormed() ?? null;
    const providerId = report.providerId?.replaceAll('\0', '').slice(0, 200).toWellFormed() ?? null;
    if (!(await recordReport(db, actor, { ...report, deliveryId, reason, providerId }, wallNow())))
      throw notFound('The delivery');
    return { noted: true };
  }
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
