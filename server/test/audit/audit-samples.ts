import type { Actor } from '../../src/platform/actor.ts';
import { appendAudit } from '../../src/platform/audit/audit.store.ts';
import type { Store } from '../../src/platform/database/database.ts';

const userId = 'f2f7f7c0-6d6c-4a55-8a43-8d4b0a3f1c22';
const admin: Actor = {
  ...{ kind: 'user', organizationId: '5f0c3a52-5b0e-4c1c-9a60-0c9f4f9d7b11', userId, via: 'session' },
  origin: { network: '192.0.2.7', requestId: 'request-1', credential: { kind: 'grant', id: 'grant-1' } },
};

/** Adds entries of different shapes to a chain: with and without personal values, and with texts that are not ASCII. */
export async function addSampleEntries(
  { db }: Pick<Store, 'db'>,
  chain: string,
  count: number,
): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    const isPerson = n % 3 === 0;
    await db.transaction().execute((transaction) =>
      appendAudit(transaction, n % 5 === 0 ? { kind: 'system', name: 'engine' } : admin, {
        ...{ chain, action: isPerson ? 'user.changed' : 'policy.changed', recordId: `r-${n % 4}`, now: n },
        before: isPerson ? { email: `before-${n}@example.org` } : { name: 'Wind', threshold: n },
        after: isPerson ? { email: `Ünïcode ☂ ${n}@example.org` } : { name: 'Böen ☂ "35"', threshold: n + 1 },
        personal: { userId: n % 6 === 0 ? null : userId, fields: ['email'] },
        ...(n % 7 === 0 && { reason: ',"values":{} and ,"hash":"' }),
      }),
    );
  }
}

/** The person whose values some of the samples have. */
export const sampleUserId = userId;
