import path from 'node:path';
import type { Store } from '../../src/platform/database/database.ts';
import { freePort, runServer, type ServerProcess } from '../run-server.ts';
import type { SmsGateway } from '../sms-gateway-stand-in.ts';

/** A server that only works: it sends what is queued in the store through the gateway. */
export async function startDeliveringServer(
  { url }: Store,
  gateway: SmsGateway,
  folder: string,
): Promise<ServerProcess> {
  const port = await freePort();
  return runServer({
    data: path.join(folder, String(port)),
    port,
    args: ['--seed', 'none'],
    env: {
      DATABASE_URL: url,
      ALLCLEAR_SERVICES: 'engine',
      ALLCLEAR_SMS_GATEWAY_URL: gateway.url,
      LOG_LEVEL: 'warn',
    },
  });
}
