import type { Database } from '../../platform/database/database.ts';

/** A name as the address of a public page has it: without blanks, and in any case the same. */
export function publicNameOf(name: string): string {
  return name.normalize('NFC').replace(/\s/gu, '').toLowerCase();
}

/**
 * Why a unit cannot have a public page under its name, a sentence for people; null when it can. Another page of the
 * organization, or another organization, would have the same address.
 */
export async function publicNameFault(
  db: Database,
  { organizationId, id, name }: { organizationId: string; id: string; name: string },
): Promise<string | null> {
  const units = await db
    .selectFrom('hardware_units')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('public_page', '=', true)
    .where('id', '<>', id)
    .execute();
  if (units.some((unit) => publicNameOf(unit.name) === publicNameOf(name)))
    return 'Another unit with a public page has this name, but for blanks';
  const organizations = await db.selectFrom('organizations').select(['id', 'name']).execute();
  const own = publicNameOf(organizations.find((one) => one.id === organizationId)?.name ?? '');
  if (organizations.some((one) => one.id !== organizationId && publicNameOf(one.name) === own))
    return 'The name of your organization is not unique without its blanks';
  return null;
}
