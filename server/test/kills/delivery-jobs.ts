import pino from 'pino';
import { openChannels } from '../../src/notifications/delivery/channels.ts';
import { deliveryJobs } from '../../src/notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '../../src/notifications/delivery/metrics.ts';
import type { Store } from '../../src/platform/database/database.ts';
import { startJobs } from '../../src/platform/jobs/start-jobs.ts';
import { testSecrets } from '../actor.ts';

// Without the test server: a process of these is started for every kill.
const installation = {
  seed: 'none',
  ...{ url: 'http://localhost:8080', contact: 'test', proxy: null },
  allowPrivateAddresses: true,
} as const;

/** Delivers what is queued, by SMS through a gateway on this machine, until it is stopped. */
export async function startDelivering(
  { db, url }: Store,
  gatewayUrl: string,
): Promise<{ stop(): Promise<void> }> {
  const sms = { kind: 'gateway', url: gatewayUrl, secret: null } as const;
  const delivery = {
    ...{ smtp: null, sms, vapidSubject: 'mailto:operator@example.org' },
    informacastUrl: 'http://127.0.0.1:1',
  };
  const channels = await openChannels(installation, delivery, db);
  const log = pino({ level: 'silent' });
  const jobs = startJobs({
    url,
    jobs: deliveryJobs({ channels, counts: new AttemptCounts(), secrets: testSecrets }),
    log,
  });
  return {
    async stop() {
      await jobs.stop();
      await channels.close();
    },
  };
}
