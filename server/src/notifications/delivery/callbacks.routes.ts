import { twilioStatus } from '@allclear/adapters';
import { gatewayCallback, twilioCallback } from '@allclear/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { systemActor } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { serve } from '../../platform/http/serve.ts';
import type { Channels } from './channels.ts';
import { fromGateway, fromTwilio, providerLimits, serveProviders } from './from-provider.ts';
import { type ProviderReport, recordReport } from './reports.store.ts';

const actor = systemActor('delivery-callbacks');

const gatewayReport = z.object({
  id: z.string().optional(),
  status: z.enum(['queued', 'sent', 'delivered', 'undelivered', 'failed']),
  reason: z.string().nullish(),
});

/** The routes on which SMS providers report what became of a message. */
export async function deliveryCallbackRoutes(
  app: FastifyInstance,
  { db, channels }: { db: Database; channels: Channels },
): Promise<void> {
  await serveProviders(app, (scope) => {
    serve(
      scope,
      twilioCallback,
      async ({ params, request }) => {
        const status = twilioStatus(fromTwilio(request, channels, `Delivery/Twilio/${params.id}`));
        if (status === null) return { noted: false };
        return record(params.id, { vendor: 'twilio', ...status });
      },
      providerLimits,
    );

    serve(
      scope,
      gatewayCallback,
      async ({ params, request }) => {
        const report = gatewayReport.safeParse(fromGateway(request, channels));
        if (!report.success)
          throw invalid({ Status: ['Status must be queued, sent, delivered, undelivered or failed'] });
        const { id: providerId = null, status: state, reason = null } = report.data;
        return record(params.id, { vendor: 'gateway', providerId, state, reason });
      },
      providerLimits,
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
