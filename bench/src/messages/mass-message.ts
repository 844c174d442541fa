/**
 * A message to 10,000 people of an organization, each with a number: how long sending takes, and how long it holds the
 * event loop at most, from the body of the request to the text of the answer. A stall is the processor time of the main
 * thread between two turns of its loop (see stalls.ts); beside it stands what `monitorEventLoopDelay` saw, which grows
 * with other load on the machine.
 */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { sendMassMessage as sendRoute } from '@allclear/contract';
import { checkForm } from '@allclear/server/messages/mass/check-form.ts';
import { readSentMessages } from '@allclear/server/messages/mass/history.store.ts';
import { presentSent } from '@allclear/server/messages/mass/present-mass-message.ts';
import { sendMassMessage } from '@allclear/server/messages/mass/send-message.store.ts';
import { systemActor } from '@allclear/server/platform/actor.ts';
import { openStore } from '@allclear/server/platform/database/database.ts';
import { migrate } from '@allclear/server/platform/database/migrate.ts';
import { testSecrets } from '@allclear/server/test/actor.ts';
import { withDatabase } from '../database.ts';
import { present, printed } from '../measure.ts';
import { stalls } from '../stalls.ts';

const people = 10_000;
const rounds = 4;
const goalStallMs = 20;
const actor = systemActor('benchmark');

export function runMassMessage(): Promise<unknown> {
  return withDatabase(async (url) => {
    const store = openStore(url, { onError: () => {} });
    try {
      await migrate(store.pool);
      return await measure(store);
    } finally {
      await store.close();
    }
  });
}

async function measure({ db, pool }: ReturnType<typeof openStore>) {
  const { rows } = await pool.query<{ id: string; organization: string }>(
    `with o as (insert into organizations (name, support_email, support_phone, created_at)
       values ('Bench', '', '', now()) returning id)
     insert into users (organization_id, email, user_name, first_name, last_name, phone_number, sms_notifications, role, created_at)
     select id, 'person-' || n || '@bench.example', 'person-' || n, 'Person', 'Of ' || n, '+18135550100', true, 'customer', now()
     from o, generate_series(0, ${people}) as n
     returning id, organization_id as organization`,
  );
  const [sender, ...recipients] = rows;
  const { id: senderId, organization: organizationId } = present(sender);
  const scope = { organizationId, senderId, group: 'any' } as const;
  const bodyOf = (headline: string) =>
    JSON.stringify({
      ...{ headline, message: 'Be ready to go inside.', senderText: 'Bench', key: randomUUID() },
      recipients: recipients.map(({ id }) => id),
    });
  /** As the route does it, with a turn of the loop where the framework waits for the network. */
  const send = async (text: string): Promise<number> => {
    const body = sendRoute.body.parse(JSON.parse(text));
    await turn();
    const message = { scope, key: body.key, ...checkForm(body, { needsRecipients: true }) };
    const sent = await sendMassMessage(db, actor, testSecrets, message, Date.now());
    if (sent.kind !== 'sent') throw new Error(`The message was not sent: ${sent.kind}.`);
    const [stored] = await readSentMessages(db, scope, [sent.id]);
    await turn();
    return JSON.stringify(presentSent(present(stored))).length;
  };
  const sendMs: number[] = [];
  const longestMs: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (let round = 0; round < rounds; round++) {
    const text = bodyOf(`Round ${round}`);
    const startMs = performance.now();
    delay.enable();
    const held = await stalls(() => send(text));
    delay.disable();
    sendMs.push(performance.now() - startMs);
    longestMs.push(held.longestMs);
  }
  const counted = await pool.query<{ n: number }>('select count(*)::int as n from deliveries');
  const tenth = (value: number) => Math.round(value * 10) / 10;
  // The first round also compiles the code; it counts like the others.
  return {
    'mass-message': {
      ...{ people, rounds, deliveries: counted.rows[0]?.n, sendMs: Math.round(Math.max(...sendMs)) },
      ...{ longestStallMs: longestMs.map(tenth), goalStallMs },
      ...{ loopDelayMaxMs: tenth(delay.max / 1e6), loopDelayP99Ms: tenth(delay.percentile(99) / 1e6) },
      withinGoal: Math.max(...longestMs) <= goalStallMs,
    },
  };
}

await printed(import.meta, runMassMessage);
