import { type ReceivedSms, receivedSms, smsOf, twilioReceivedSms, twimlOf } from '@allclear/adapters';
import * as contract from '@allclear/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  type Channels,
  fromGateway,
  fromTwilio,
  providerLimits,
  serveProviders,
} from '../../notifications/index.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { logSecurity } from '../../platform/http/security-log.ts';
import { FileAnswer, serve } from '../../platform/http/serve.ts';
import { type ReceiveNeeds, receiveSms } from './receive-sms.ts';

const gatewaySms = z.object({ id: z.string(), from: z.string(), text: z.string() });
/** Neither body nor answer is stored for an `Idempotency-Key`: both have codes and places. */
const limits = { ...providerLimits, isSecret: true };

/** SMS that people send to a number of the installation, as the provider passes them on. */
export async function receivedSmsRoutes(
  app: FastifyInstance,
  needs: ReceiveNeeds & { readonly channels: Channels },
): Promise<void> {
  const { channels } = needs;
  const receive = async (vendor: string, sms: ReceivedSms, request: FastifyRequest) => {
    const origin = { network: request.ip, requestId: request.id, credential: null };
    const { reply, guess, sender } = await receiveSms(needs, vendor, sms, origin);
    if (guess !== null)
      logSecurity(request.log, { event: `response-code-${guess}`, sender, network: request.ip });
    return reply === null ? null : smsOf({ short: reply, url: '', isWritten: true });
  };

  await serveProviders(app, (scope) => {
    serve(
      scope,
      contract.receiveTwilioSms,
      async ({ request }) => {
        if (!channels.takesSms) throw notFound();
        const sms = twilioReceivedSms(fromTwilio(request, channels, contract.receiveTwilioSms.path));
        const reply = sms && (await receive('twilio', sms, request));
        return new FileAnswer(Buffer.from(twimlOf(reply)), 'text/xml; charset=utf-8', 'no-store');
      },
      limits,
    );

    serve(
      scope,
      contract.receiveGatewaySms,
      async ({ request, reply }) => {
        if (!channels.takesSms) throw notFound();
        reply.header('cache-control', 'no-store');
        const given = gatewaySms.safeParse(fromGateway(request, channels));
        const sms = given.success ? receivedSms(given.data) : null;
        if (sms === null) throw invalid({ Id: ['An SMS has id, from and text'] });
        return { reply: await receive('gateway', sms, request) };
      },
      limits,
    );
  });
}
