import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { percentile } from '../measure.ts';

export interface WebhookFigures {
  readonly events: number;
  /** From the time that the event was sent for the first time, in whole seconds as its header has it. */
  readonly sentToReceivedP99Seconds: number;
}

/** A receiver on this machine that takes every event at once. */
export async function openWebhookReceiver() {
  const seconds: number[] = [];
  const server = createServer((request, response) => {
    const sentAt = Number(request.headers['webhook-timestamp']);
    request.resume().on('end', () => {
      seconds.push(Math.max(0, Date.now() / 1_000 - sentAt));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    figures: (): WebhookFigures => ({
      events: seconds.length,
      sentToReceivedP99Seconds: Number(percentile(seconds, 0.99).toFixed(1)),
    }),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
