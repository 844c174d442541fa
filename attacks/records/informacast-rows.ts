import type { Store } from '@allclear/server/platform/database/database.ts';

/** The connection of an organization to InformaCast, made where there is none; its token cannot be opened. */
export async function informacastOf({ db }: Store, organizationId: string) {
  await db
    .insertInto('informacast_connections')
    .values({
      ...{ organization_id: organizationId, signs_in_by: 'token', credential: 'none' },
      connected_at: new Date(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom('informacast_connections')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
}

/** What begins a scenario, by its link of a group to a place. */
export async function addScenarioTrigger(
  store: Store,
  {
    id: organizationId,
    ids,
  }: { id: string; ids: Readonly<Record<'organizationLocation' | 'group', string>> },
  text: string,
): Promise<string> {
  const { id: connectionId } = await informacastOf(store, organizationId);
  const own = { organization_id: organizationId, connection_id: connectionId };
  const of = { ...own, organization_location_id: ids.organizationLocation, group_id: ids.group };
  await store.db
    .insertInto('informacast_links')
    .values(of)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const link = await store.db
    .selectFrom('informacast_links')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('organization_location_id', '=', ids.organizationLocation)
    .where('group_id', '=', ids.group)
    .executeTakeFirstOrThrow();
  const { id } = await store.db
    .insertInto('informacast_mappings')
    .values({
      ...{ ...own, link_id: link.id, site_id: text, site_name: text },
      ...{ scenario_id: text, scenario_name: text, created_at: new Date() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
