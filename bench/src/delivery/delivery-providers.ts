/**
 * The provider side of `delivery.ts`, in its own thread because real providers are separate machines: records
 * when each request arrived.
 */

import { parentPort } from 'node:worker_threads';
import { openStandIn, readBody } from '@allclear/adapters/stand-in-server.ts';
import { startSmsGateway } from '@allclear/server/test/sms-gateway-stand-in.ts';
import { present } from '../measure.ts';

/** Epoch ms with its fractions: threads share no other clock. */
const now = () => performance.timeOrigin + performance.now();

const smsArrivals: { text: string; at: number }[] = [];
const pushArrivals: number[] = [];
const gateway = await startSmsGateway(({ text }) => {
  smsArrivals.push({ text, at: now() });
  return undefined;
});
const service = await openStandIn(async (request, response) => {
  await readBody(request);
  pushArrivals.push(now());
  response.writeHead(201).end();
});

const parent = present(parentPort);
parent.on('message', async (message: 'arrivals' | 'counts' | 'close') => {
  if (message === 'arrivals') return parent.postMessage({ smsArrivals, pushArrivals });
  if (message === 'counts') {
    const { user, system } = process.threadCpuUsage();
    return parent.postMessage({
      arrived: smsArrivals.length + pushArrivals.length,
      usedMs: (user + system) / 1_000,
    });
  }
  await gateway.close();
  await service.close();
  parent.close();
});
parent.postMessage({ gatewayUrl: gateway.url, pushUrl: service.url });
