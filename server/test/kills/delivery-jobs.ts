import pino from 'pino';
import { openChannels } from '../../src/notifications/delivery/channels.ts';
import { deliveryJobs } from '../../src/notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '../../src/notifications/delivery/metrics.ts';
import type { Store } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { testChannels } from '../test-server.ts';

/** Delivers what is queued, by SMS through a gateway on this machine, until it is stopped. */
export async function startDelivering(
  { db, url }: Store,
  gatewayUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const sms = { kind: 'gateway', url: gatewayUrl, secret: null } as const;
  const { installation, delivery } = testChannels({ sms, allowPrivateAddresses: true });
  const channels = await openChannels(installation, delivery, db);
  const log = pino({ level: 'silent' });
  const jobs = startJobs({ url, jobs: deliveryJobs({ channels, counts: new AttemptCounts() }), log });
  return {
    async stop() {
      await jobs.stop();
      await channels.close();
    },
  };
}
