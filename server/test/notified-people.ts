import { randomUUID } from 'node:crypto';
import type { Channel, NoticeKind } from '@allclear/domain';
import { type NoticeRecipient, writeNotice } from '../src/notifications/write-notice.store.ts';
import type { Database } from '../src/platform/database/database.ts';
import { testActor } from './actor.ts';

/** An organization whose people have a phone number and an email address each. */
export async function addPeople(
  db: Database,
  count: number,
): Promise<{ organizationId: string; userIds: string[] }> {
  const { id: organizationId } = await db
    .insertInto('organizations')
    .values({ name: 'Told', support_email: 'support@example.org', support_phone: '', created_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (count === 0) return { organizationId, userIds: [] };
  const userIds: string[] = [];
  // A statement has 65,535 parameters at most.
  for (let from = 0; from < count; from += 1_000) {
    const users = await db
      .insertInto('users')
      .values(
        Array.from({ length: Math.min(1_000, count - from) }, (_, offset) =>
          personOf(organizationId, from + offset),
        ),
      )
      .returning('id')
      .execute();
    userIds.push(...users.map(({ id }) => id));
  }
  return { organizationId, userIds };
}

function personOf(organizationId: string, index: number) {
  return {
    organization_id: organizationId,
    email: `person-${index}@told.example`,
    user_name: `person ${index}`,
    password_hash: null,
    first_name: 'Person',
    last_name: String(index),
    phone_number: `+1813555${String(index).padStart(4, '0')}`,
    role: 'customer',
    created_at: new Date(),
  };
}

/**
 * Writes a notice to people, each with the same fallback chains unless `recipients` differs; returns its id,
 * null when it was written already.
 */
export async function writeTestNotice(
  db: Database,
  notice: {
    organizationId: string;
    userIds: readonly string[];
    fallbackChains: readonly (readonly Channel[])[];
    text?: string;
    kind?: NoticeKind;
    recipients?: NoticeRecipient[];
    warningId?: string;
    warningRevision?: number;
    at?: number;
  },
): Promise<string | null> {
  const {
    organizationId,
    userIds,
    fallbackChains,
    text = 'Lightning 4.2 mi away at 3:42 PM',
    kind = 'started',
  } = notice;
  const written = await db.transaction().execute((transaction) =>
    writeNotice(transaction, testActor, {
      organizationId,
      warningId: notice.warningId ?? null,
      warningRevision: notice.warningRevision ?? null,
      kind,
      eventType: 2,
      correlationId: randomUUID(),
      organizationLocationId: null,
      subject: text,
      text,
      short: text,
      timeZone: 'America/Chicago',
      facts: { location: 'Stadium' },
      at: notice.at ?? Date.UTC(2026, 5, 6, 20),
      recipients: notice.recipients ?? userIds.map((userId) => ({ userId, fallbackChains, muted: null })),
    }),
  );
  return written?.id ?? null;
}

/** Waits until a condition passes, or throws its last error. */
export async function eventually(check: () => Promise<void> | void, forMs = 60_000): Promise<void> {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
