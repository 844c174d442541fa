import type { Database } from '../platform/database/database.ts';

/** Whom rows of an import are compared with, and the groups that they name. */
export interface ComparedPeople {
  /** Addresses in lower case. */
  readonly emails: ReadonlySet<string>;
  /** Numbers in E.164 of people who have no address. */
  readonly phoneNumbers: ReadonlySet<string>;
  /** Ids by names in lower case. */
  readonly groups: ReadonlyMap<string, string>;
}

export async function readComparedPeople(db: Database, organizationId: string): Promise<ComparedPeople> {
  const people = await db
    .selectFrom('users')
    .select(['email', 'phone_number'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .execute();
  const groups = await db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return {
    emails: new Set(people.flatMap(({ email }) => email?.toLowerCase() ?? [])),
    phoneNumbers: new Set(
      people.flatMap(({ email, phone_number: number }) => (email === null && number !== null ? number : [])),
    ),
    groups: new Map(groups.map(({ id, name }) => [name.toLowerCase(), id])),
  };
}
