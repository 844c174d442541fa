import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { field } from '../../test/field-policy.ts';
import { eventually } from '../../test/notified-people.ts';
import { startSmsGateway } from '../../test/sms-gateway-stand-in.ts';
import { ask, openTestServer, startAt, testChannels, testSecrets } from '../../test/test-server.ts';
import { deliveryJobs } from '../notifications/delivery/delivery-jobs.ts';
import { AttemptCounts } from '../notifications/delivery/metrics.ts';
import { startJobs } from '../platform/jobs/start-jobs.ts';

test('an SMS of a roll-call says a drill, has the open shelters and the link to its page, which opens it', async () => {
  const gateway = await startSmsGateway();
  const sms = { kind: 'gateway', url: gateway.url, secret: 'hush' } as const;
  const server = await openTestServer(testChannels({ sms, allowPrivateAddresses: true }));
  try {
    const { organizationId, people } = await server.organization('Ours');
    const { id: place } = await server.store.db
      .insertInto('organization_locations')
      .values({
        ...{ organization_id: organizationId, name: 'North Field', ...field },
        created_at: new Date(startAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.store.pool.query(
      `update users set phone_number = '+18135550101', sms_notifications = true where id = $1`,
      [people.customer.id],
    );
    const { key } = people.admin;
    await ask(server.app, 'POST', `/api/RollCall/Shelters/${place}`, {
      ...{ key, body: { name: 'Gym', capacity: null, minutesToReach: 3, isOpen: true } },
    });
    const started = await ask(server.app, 'POST', `/api/RollCall/Place/${place}`, {
      ...{ key, body: { key: randomUUID(), isDrill: true, sendNotice: true } },
    });
    const { id } = started.body.data;
    const jobs = startJobs({
      url: server.store.url,
      jobs: deliveryJobs({ channels: server.channels, counts: new AttemptCounts(), secrets: testSecrets }),
      log: server.platform.log,
    });
    await eventually(async () => expect(gateway.taken.size).toBe(1)).finally(() => jobs.stop());
    const [{ text } = { text: '' }] = gateway.taken.values();
    expect(text).toBe(
      'This is a drill. Roll-call at North Field. Open shelters: Gym (3 min). Check in there. ' +
        `http://localhost:8080/roll-call/${id}`,
    );
    const opened = await ask(server.app, 'GET', `/api/RollCall/${id}`, { key: people.customer.key });
    expect(opened.body.data).toMatchObject({ id, isDrill: true, shelters: [{ name: 'Gym' }] });
  } finally {
    await server.close();
    await gateway.close();
  }
});
