import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshStore } from '../../test/fresh-store.ts';
import { type SmsGateway, startSmsGateway } from '../../test/sms-gateway-stand-in.ts';
import { addPeople, eventually, tell } from '../../test/told-people.ts';
import type { Store } from '../store/database.ts';
import { type ChannelSettings, type Channels, openChannels } from './channels.ts';
import { AttemptCounts } from './metrics.ts';
import { startDelivery } from './start-delivery.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
let store: Store;
let gateway: SmsGateway;
let customerId: string;
let userIds: string[];
const running: { stop(): Promise<void> }[] = [];

beforeAll(async () => {
  store = await freshStore();
  gateway = await startSmsGateway();
  ({ customerId, userIds } = await addPeople(store.db, 5));
});
afterAll(async () => {
  await gateway.close();
  await store.close();
});
beforeEach(async () => {
  gateway.behave = () => undefined;
  gateway.requests.length = 0;
  gateway.taken.clear();
});
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const settings = (delivery: Partial<ChannelSettings['delivery']> = {}): ChannelSettings => ({
  delivery: {
    smtp: null,
    sms: { kind: 'gateway', url: gateway.url, secret: 'hush' },
    allowPrivateAddresses: true,
    vapidSubject: 'mailto:someone@example.org',
    ...delivery,
  },
  seed: 'none',
  url: 'http://localhost:8080',
  contact: 'test',
  proxy: null,
});

async function start(delivery?: Partial<ChannelSettings['delivery']>): Promise<Channels> {
  const channels = await openChannels(settings(delivery), store.db);
  running.push({ stop: () => channels.close() }, startDelivery({ url: store.url, channels, counts: new AttemptCounts(), log }));
  return channels;
}

const deliveriesOf = (noticeId: string) =>
  store.db.selectFrom('deliveries').selectAll().where('notice_id', '=', noticeId).orderBy('recipient').orderBy('created_at').execute();

test('what commits is handed over, with its attempt on record', async () => {
  await start();
  const noticeId = await tell(store.db, { customerId, userIds, chains: [['sms']] });
  await eventually(async () => expect((await deliveriesOf(noticeId)).map(({ state }) => state)).toEqual(userIds.map(() => 'accepted')));
  const [first] = await deliveriesOf(noticeId);
  expect(first).toMatchObject({ channel: 'sms', vendor: 'gateway', provider_id: `sms-${first!.id}`, attempts: 1, last_error: null });
  const attempts = await store.db.selectFrom('delivery_attempts').selectAll().where('delivery_id', '=', first!.id).execute();
  expect(attempts).toMatchObject([{ number: 1, outcome: 'accepted' }]);
  expect(gateway.taken.size).toBe(5);
});
