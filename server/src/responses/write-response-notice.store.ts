import {
  defaultTimeZone,
  type EscalationTarget,
  massRecipientsOf,
  permissionsOf,
  type Recipient,
  type ResponseNoticeText,
  type Role,
  roles,
  threatTypes,
} from '@allclear/domain';
import { sql } from 'kysely';
import { readAddressedGroups, readAddresseesById, writeNotice } from '../notifications/index.ts';
import { fallbackTimeZone } from '../people/index.ts';
import type { Actor } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { isUuid } from '../platform/database/uuid.ts';

const everyChannel = 7;
/** People who are read at once. */
const portion = 150;

const deskRoles = (Object.keys(roles) as Role[]).filter((role) =>
  permissionsOf(role, []).includes('massnotify.access'),
);

/**
 * The desk: everybody who may send messages to many. An Assistant Admin is of it for people of the own group only;
 * `groupIds` are those of the people concerned.
 */
async function deskOf(
  db: Database,
  organizationId: string,
  groupIds: readonly (string | null)[],
): Promise<string[]> {
  const one = new Set(groupIds).size === 1 ? (groupIds[0] ?? null) : null;
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join organizations o on o.id = u.organization_id
    where u.organization_id = ${organizationId} and u.is_active and u.deleted_at is null
      and u.role = any(${deskRoles}::text[]) and not 'massnotify.access' = any(o.withheld_features)
      and (u.role <> 'assistant-admin' or u.group_id = ${one}::uuid)
    order by u.id`.execute(db);
  return rows.map(({ id }) => id);
}

async function idsOf(
  db: Database,
  organizationId: string,
  target: EscalationTarget,
  groupIds: readonly (string | null)[],
): Promise<string[]> {
  if (target.kind === 'desk') return deskOf(db, organizationId, groupIds);
  if (!isUuid(target.id)) return [];
  const { rows } = await sql<{ id: string }>`
    select id from users where organization_id = ${organizationId} and is_active and deleted_at is null
      and ${target.kind === 'person' ? sql`id` : sql`group_id`} = ${target.id} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ResponseNotice {
  readonly organizationId: string;
  readonly requestId: string;
  readonly kind: 'response-help' | 'response-missing';
  /** It is written once. */
  readonly sourceKey: string;
  readonly target: EscalationTarget;
  /** Whom the text names. */
  readonly people: readonly { readonly id: string; readonly groupId: string | null }[];
  readonly text: ResponseNoticeText;
  /** Quiet hours, silences and declining do not mute it. */
  readonly overridesQuietHours: boolean;
  /** Product clock, epoch ms. */
  readonly now: number;
}

/**
 * Writes a notice that follows from responses, in the caller's transaction. The people whom it names are not notified
 * of themselves. Returns how many people are notified and how many are not, for quiet hours or no channel.
 */
export async function writeResponseNotice(
  transaction: Database,
  actor: Actor,
  notice: ResponseNotice,
): Promise<{ notified: number; notSent: number }> {
  const { organizationId, requestId, kind, sourceKey, target, people, text, now } = notice;
  const named = new Set(people.map(({ id }) => id));
  const ids = await idsOf(
    transaction,
    organizationId,
    target,
    people.map(({ groupId }) => groupId),
  );
  const isHelp = kind === 'response-help';
  const recipients = await recipientsById(
    transaction,
    organizationId,
    ids.filter((id) => !(isHelp && named.has(id))),
    notice,
  );
  await writeNotice(transaction, actor, {
    ...{ organizationId, warningId: null, warningRevision: null, kind, sourceKey, correlationId: requestId },
    ...{ eventType: threatTypes.MASS_NOTIFICATION, organizationLocationId: null, ...text },
    timeZone: (await fallbackTimeZone(transaction, organizationId)) ?? defaultTimeZone,
    // So that the names go when a person is erased.
    facts: { people: [...named] },
    ...{ at: now, recipients },
  });
  const notified = recipients.filter(({ muted }) => muted === null).length;
  return { notified, notSent: recipients.length - notified };
}

async function recipientsById(
  db: Database,
  organizationId: string,
  ids: readonly string[],
  { overridesQuietHours, now }: Pick<ResponseNotice, 'overridesQuietHours' | 'now'>,
): Promise<Recipient[]> {
  const groups = await readAddressedGroups(db, organizationId);
  const recipients: Recipient[] = [];
  for (let from = 0; from < ids.length; from += portion) {
    const people = await readAddresseesById(db, organizationId, ids.slice(from, from + portion));
    const audience = { people, groups, channel: everyChannel, overridePreferences: overridesQuietHours, now };
    recipients.push(...massRecipientsOf(audience));
  }
  return recipients;
}
