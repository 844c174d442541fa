import { readOrganization, withOrganizationLock } from '../organizations/index.ts';
import { systemActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { insertAccount } from './accounts.store.ts';
import { EmailTaken, UnknownGroup } from './users.store.ts';

const actor = systemActor('single-sign-on');

/**
 * Adds people who sign in through their organization's provider for the first time, as Customers; null where the
 * address was taken meanwhile, the group was deleted, or the organization is closed.
 */
export function provisionPerson({ db, clock }: { db: Database; clock: Clock }) {
  return async (
    organizationId: string,
    person: { email: string; firstName: string; lastName: string; groupId: string },
  ): Promise<string | null> => {
    const input = {
      ...person,
      userName: person.email,
      phoneNumber: null,
      timeZone: 'America/Chicago',
      role: 'customer' as const,
      smsNotifications: false,
      emailNotifications: true,
      isActive: true,
    };
    try {
      return await withOrganizationLock(db, organizationId, async (transaction) => {
        const { status } = await readOrganization(transaction, organizationId);
        if (status === 'CLOSED') return null;
        const now = clock.now();
        return (await insertAccount(transaction, actor, organizationId, input, now, 'user.provisioned')).id;
      });
    } catch (error) {
      if (error instanceof EmailTaken || error instanceof UnknownGroup) return null;
      throw error;
    }
  };
}
