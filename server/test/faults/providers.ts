import { openStandInSmtp, readMail } from '@allclear/adapters/delivery/stand-in-smtp.ts';
import { openStandIn, readBody } from '@allclear/adapters/stand-in-server.ts';
import { type SmsGateway, startSmsGateway } from '../sms-gateway-stand-in.ts';

export interface TakenMail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
}

/** The services by which people and programs are notified; each recognizes a repeat by its id. */
export interface Providers {
  readonly gateway: SmsGateway;
  /** Every mail that was taken, repeats too. */
  readonly mails: readonly TakenMail[];
  readonly webhookUrl: string;
  /** How often each event was taken, by its id. */
  readonly events: ReadonlyMap<string, number>;
  /** How many of the next mails are taken without an answer: the connection ends. */
  dropMails(count: number): void;
  /** The same for events. */
  dropEvents(count: number): void;
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startProviders(): Promise<Providers> {
  const gateway = await startSmsGateway();
  const mails: TakenMail[] = [];
  const events = new Map<string, number>();
  let [droppedMails, droppedEvents] = [0, 0];
  const smtp = await openStandInSmtp({
    onData(stream, { envelope }, done) {
      readBody(stream as unknown as Parameters<typeof readBody>[0]).then((raw) => {
        const { headers } = readMail(raw.toString('utf8'));
        mails.push({
          messageId: headers.get('message-id') ?? '',
          to: envelope.rcptTo.map(({ address }) => address).join(' '),
          subject: headers.get('subject') ?? '',
        });
        if (droppedMails === 0) return done();
        droppedMails -= 1;
        smtp.dropConnections();
      }, done);
    },
  });
  const webhooks = await openStandIn(async (request, response) => {
    await readBody(request);
    const id = String(request.headers['webhook-id']);
    events.set(id, (events.get(id) ?? 0) + 1);
    if (droppedEvents === 0) return void response.writeHead(204).end();
    droppedEvents -= 1;
    response.destroy();
  });
  return {
    ...{ gateway, mails, events, webhookUrl: webhooks.url },
    dropMails(count) {
      droppedMails = count;
    },
    dropEvents(count) {
      droppedEvents = count;
    },
    env: {
      ALLCLEAR_SMS_GATEWAY_URL: gateway.url,
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      ALLCLEAR_MAIL_FROM: 'Allclear <alerts@example.org>',
    },
    async close() {
      await gateway.close();
      await smtp.close();
      await webhooks.close();
    },
  };
}
