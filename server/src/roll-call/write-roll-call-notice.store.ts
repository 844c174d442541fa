import {
  defaultTimeZone,
  massRecipientsOf,
  peopleOfPlace,
  type Recipient,
  rollCallNoticeText,
  threatTypes,
} from '@allclear/domain';
import { sql } from 'kysely';
import { readAddressedGroups, readAddresseesById, writeNotice } from '../notifications/index.ts';
import { fallbackTimeZone } from '../people/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { sheltersOf } from './shelters.store.ts';

const everyChannel = 7;
/** People who are read at once. */
const portion = 150;

/** A place with its groups of people; without groups it belongs to all of them. */
export interface NoticePlace {
  readonly id: string;
  readonly name: string;
  readonly groupIds: readonly string[];
}

/**
 * Writes the notice of a roll-call that begins, in the caller's transaction: to the people of the place, with the link
 * to its page and the shelters that are open. An Assistant Admin writes to
 * people of the own group only. Quiet hours do not mute it unless it is a drill. Returns how many people
 * are notified.
 */
export async function writeRollCallNotice(
  transaction: Database,
  actor: Actor,
  {
    organizationId,
    rollCallId,
    place,
    isDrill,
    people,
    now,
  }: {
    readonly organizationId: string;
    readonly rollCallId: string;
    readonly place: NoticePlace;
    readonly isDrill: boolean;
    /** The only group whose people its starter may write to (null: none), or 'any'. */
    readonly people: string | null | 'any';
    readonly now: number;
  },
): Promise<number> {
  const shelters = await sheltersOf(transaction, { organizationId, id: place.id });
  const recipients = await recipientsAt(
    transaction,
    organizationId,
    { place, people },
    {
      ...{ overridePreferences: !isDrill, now },
    },
  );
  const notice = await writeNotice(transaction, actor, {
    ...{ organizationId, warningId: null, warningRevision: null, kind: 'roll-call' },
    ...{ sourceKey: `roll-call/${rollCallId}`, correlationId: rollCallId },
    ...{ eventType: threatTypes.MASS_NOTIFICATION, organizationLocationId: place.id },
    ...rollCallNoticeText({ placeName: place.name, isDrill, shelters }),
    timeZone: (await fallbackTimeZone(transaction, organizationId)) ?? defaultTimeZone,
    facts: { rollCallId, isDrill },
    ...{ at: now, recipients },
  });
  const notified = recipients.filter(({ muted }) => muted === null).length;
  await transaction
    .updateTable('roll_calls')
    .set({ notice_id: notice?.id ?? null, notified })
    .where('id', '=', rollCallId)
    .execute();
  return notified;
}

async function recipientsAt(
  db: Database,
  organizationId: string,
  { place, people: group }: { readonly place: NoticePlace; readonly people: string | null | 'any' },
  how: { readonly overridePreferences: boolean; readonly now: number },
): Promise<Recipient[]> {
  const { rows } = await sql<{ id: string }>`
    select id from users where organization_id = ${organizationId} and is_active and deleted_at is null
      and (${group === 'any'} or group_id = ${group === 'any' ? null : group}::uuid)
      and (${place.groupIds.length === 0} or group_id = any(${[...place.groupIds]}::uuid[]))
    order by id`.execute(db);
  const ids = rows.map(({ id }) => id);
  const groups = await readAddressedGroups(db, organizationId);
  const recipients: Recipient[] = [];
  for (let from = 0; from < ids.length; from += portion) {
    const found = await readAddresseesById(db, organizationId, ids.slice(from, from + portion));
    const people = peopleOfPlace(found, place);
    recipients.push(...massRecipientsOf({ people, groups, channel: everyChannel, ...how }));
  }
  return recipients;
}
