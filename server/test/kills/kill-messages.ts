import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sendMassMessage } from '../../src/messages/mass/send-message.store.ts';
import { testActor, testSecrets } from '../actor.ts';
import { addPeople, eventually } from '../notified-people.ts';
import { startSmsGateway } from '../sms-gateway-stand-in.ts';
import { unruly } from '../unruly.ts';
import { startDelivering } from './delivery-jobs.ts';
import { type KillCount, type KillRounds, organizationIsFree, runKilled, runWhole } from './kill-rounds.ts';
import { messageToSend } from './message-to-send.ts';

export interface MessageKills extends KillCount {
  readonly deliveries: number;
  /** Attempts that a kill cut off and that were taken up again. */
  readonly cutAttempts: number;
}

/**
 * Kills processes that send a message to many people, and those that deliver it, with a provider on a bad day: a message
 * is stored whole or not at all, the same key again makes it one message, and everybody gets it once.
 */
export async function killMessages(
  { store, random, goesOn }: KillRounds,
  {
    failures = 4,
    people = 200,
  }: {
    /** How often the provider fails with a message at most. */
    failures?: number;
    /** How many get each message. */
    people?: number;
  } = {},
): Promise<MessageKills> {
  const { db, pool } = store;
  const gateway = await startSmsGateway(unruly(random, failures));
  try {
    const { organizationId } = await addPeople(db, people + 1);
    const send = [store.url, organizationId];
    /** How many of a message are stored: all or none. */
    const stored = async (key: string): Promise<number> => {
      await organizationIsFree(store, organizationId);
      const { rows } = await pool.query<Record<string, number>>(
        `select (select count(*)::int from mass_messages where key = $1) as messages,
          (select count(*)::int from notices where source_key = 'mass-message/' || $1::text) as notices,
          (select count(*)::int / ${people} from notifications o join notices n on n.id = o.notice_id
            where n.source_key = 'mass-message/' || $1::text) as notifications,
          (select count(*)::int / ${people} from deliveries d join notices n on n.id = d.notice_id
            where n.source_key = 'mass-message/' || $1::text) as deliveries,
          (select count(*)::int from audit_entries e join mass_messages m on m.id::text = e.record_id
            where m.key = $1 and e.action = 'mass-message.sent') as entries`,
        [key],
      );
      const counts = new Set(Object.values(rows[0] ?? {}));
      assert.equal(counts.size, 1, JSON.stringify(rows[0]));
      return rows[0]?.messages ?? 0;
    };
    const wholeMs = await runWhole('sending-process.ts', [...send, randomUUID()]);
    let isOver = false;
    const delivering = (async () => {
      while (!isOver)
        await runKilled('delivering-process.ts', [store.url, gateway.url], 500 + random() * 1_500);
    })();
    let [kills, whole] = [0, 0];
    while (goesOn(kills, kills - whole)) {
      kills += 1;
      const key = randomUUID();
      await runKilled('sending-process.ts', [...send, key], random() * wholeMs);
      whole += await stored(key);
      const message = await messageToSend(db, organizationId, key);
      assert.equal((await sendMassMessage(db, testActor, testSecrets, message, Date.now())).kind, 'sent');
      assert.equal(await stored(key), 1);
    }
    isOver = true;
    await delivering;
    const left = await startDelivering(store, gateway.url);
    await eventually(
      async () => {
        const { rows } = await pool.query(
          `select id from deliveries where state in ('queued', 'sending') limit 5`,
        );
        assert.deepEqual(rows, []);
      },
      90_000 + kills * people * 10,
    ).finally(() => left.stop());
    const deliveries = (kills + 1) * people;
    const { rows } = await pool.query<{ id: string; state: string }>('select id, state from deliveries');
    assert.deepEqual(new Set(rows.map(({ state }) => state)), new Set(['accepted']));
    assert.deepEqual(new Set(rows.map(({ id }) => id)), new Set(gateway.taken.keys()));
    const texts = new Set([...gateway.taken.values()].map(({ to, text }) => `${to} ${text}`));
    assert.equal(texts.size, deliveries, 'somebody received a message twice, or not at all');
    const cut = await pool.query<{ n: number }>(
      'select count(*)::int as n from delivery_attempts where outcome is null',
    );
    return { kills, whole, none: kills - whole, deliveries, cutAttempts: cut.rows[0]?.n ?? 0 };
  } finally {
    await gateway.close();
  }
}
