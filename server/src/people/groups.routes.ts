import {
  addGroup,
  deleteGroup,
  deleteLocationGroups,
  getGroup,
  listGroups as listGroupsRoute,
  listLocationGroups,
  listOwnGroups,
  saveLocationGroups,
  updateGroup,
} from '@allclear/contract';
import {
  type AlertTime,
  checkAlertTimes,
  checkGroupName,
  defaultAlertTimes,
  defaultTimeZone,
  ianaTimeZone,
} from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { findOrganizationLocation, findUser } from '../organizations/index.ts';
import { actorOf } from '../platform/actor.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { type Principal, serve } from '../platform/http/serve.ts';
import {
  changeGroup,
  fallbackTimeZone,
  findGroup,
  type GroupInput,
  GroupNameTaken,
  type GroupReference,
  groupsOfLocation,
  insertGroup,
  listGroups,
  removeGroup,
  type StoredGroup,
  setGroupsOfLocation,
  UnknownReference,
} from './groups.store.ts';
import { presentGroup } from './present-group.ts';

/** User groups (spec 2 sections 3, 5, 7, 8). For an Assistant Admin only the own group exists. */
export function groupRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  serve(app, listGroupsRoute, async ({ principal }) =>
    (await visibleGroups(db, principal)).map(presentGroup),
  );

  serve(app, listOwnGroups, async ({ principal }) => {
    const own = await ownGroupId(db, principal);
    const groups = own === null ? [] : await listGroups(db, principal.organizationId, own);
    return groups.map(presentGroup).map(({ id, name, customerId, timeZone, alertTimes }) => ({
      id,
      name,
      customerId,
      timeZone,
      alertTimes,
    }));
  });

  serve(app, getGroup, async ({ principal, params }) =>
    presentGroup(await visibleGroup(db, principal, params.id)),
  );

  serve(app, addGroup, async ({ principal, body }) => {
    const timeZone =
      body.timeZone ?? (await fallbackTimeZone(db, principal.organizationId)) ?? defaultTimeZone;
    const input = checked({
      ...membersOf(body),
      name: body.name,
      timeZone,
      alertTimes: body.alertTimes ?? [],
    });
    const added = insertGroup(db, actorOf(principal), principal.organizationId, input, clock.now());
    const site = await added.catch(explain);
    return { id: site.id, message: 'Created user group', site: presentGroup(site) };
  });

  serve(app, updateGroup, async ({ principal, body }) => {
    const { id } = await visibleGroup(db, principal, body.id);
    const change = (before: StoredGroup) => {
      const members = membersOf(body);
      if (!principal.permissions.includes('sites:write')) refuseMoves(before, members);
      return checked({
        ...(principal.permissions.includes('sites:write') ? members : membersOf({})),
        name: body.name ?? before.name,
        timeZone: body.timeZone ?? before.timeZone,
        alertTimes: body.alertTimes ?? before.alertTimes,
      });
    };
    const key = { ...keyOf(principal, id), revision: body.revision };
    const changed = changeGroup(db, actorOf(principal), key, change, clock.now());
    const site = await changed.catch(explain);
    if (!site) throw notFound('The user group');
    return { id: site.id, message: 'Upated user group', site: presentGroup(site) };
  });

  serve(app, deleteGroup, async ({ principal, params }) => {
    const outcome = await removeGroup(db, actorOf(principal), keyOf(principal, params.id));
    if (outcome === 'unknown') throw notFound('The user group');
    if (outcome === 'has-locations')
      throw conflict('Cannot delete a group assigned to one or more locations.');
    if (outcome === 'has-widgets') throw conflict('Remove this group from all widgets first.');
    if (outcome === 'has-users') throw conflict('Remove all users from this group first.');
    return { id: params.id, message: 'Deleted user group' };
  });

  locationGroupRoutes(app, db);
}

/** Which groups an organization location belongs to. */
function locationGroupRoutes(app: FastifyInstance, db: Database): void {
  serve(app, listLocationGroups, async ({ principal, params }) => {
    const { id } = await organizationLocation(db, principal, params.id);
    return groupsOfLocation(db, principal.organizationId, id);
  });

  serve(app, saveLocationGroups, async ({ principal, body }) => {
    const { id } = await organizationLocation(db, principal, body.organizationLocationId);
    await setGroupsOfLocation(
      db,
      actorOf(principal),
      { ...keyOf(principal, id), revision: body.revision },
      body.sites,
    ).catch(explain);
    return { id, message: 'Location groups updated' };
  });

  serve(app, deleteLocationGroups, async ({ principal, params }) => {
    const { id } = await organizationLocation(db, principal, params.id);
    await setGroupsOfLocation(db, actorOf(principal), keyOf(principal, id), []);
    return { id, message: 'Location groups removed' };
  });
}

/** A group that the caller may read; others do not exist for the caller. */
export async function visibleGroup(db: Database, principal: Principal, id: string): Promise<StoredGroup> {
  const site = await findGroup(db, keyOf(principal, id));
  if (
    !site ||
    (!principal.permissions.includes('sites:write') && site.id !== (await ownGroupId(db, principal)))
  )
    throw notFound('The user group');
  return site;
}

async function organizationLocation(db: Database, principal: Principal, id: string): Promise<{ id: string }> {
  const location = await findOrganizationLocation(db, keyOf(principal, id));
  if (!location) throw notFound('The organization location');
  return location;
}
/** The group that the caller belongs to; null for none. */
export async function ownGroupId(db: Database, principal: Principal): Promise<string | null> {
  return (await findUser(db, keyOf(principal, principal.userId)))?.groupId ?? null;
}

/** All groups for a caller who may change all of them, else only the caller's own. */
async function visibleGroups(db: Database, principal: Principal): Promise<StoredGroup[]> {
  if (principal.permissions.includes('sites:write')) return listGroups(db, principal.organizationId);
  const own = await ownGroupId(db, principal);
  return own === null ? [] : listGroups(db, principal.organizationId, own);
}

type Members = Pick<GroupInput, 'userIds' | 'notificationUserIds' | 'organizationLocationIds'>;

function membersOf(form: {
  users?: string[] | undefined;
  notificationUsers?: string[] | undefined;
  organizationLocations?: string[] | undefined;
}): Members {
  return {
    userIds: form.users,
    notificationUserIds: form.notificationUsers,
    organizationLocationIds: form.organizationLocations,
  };
}

/**
 * The fields as they are stored: trimmed, with the IANA name of the time zone; no days are the default ones,
 * 00:00 to 00:00 is all day.
 */
function checked(draft: GroupInput): GroupInput {
  const name = draft.name.normalize('NFC').trim();
  const timeZone = ianaTimeZone(draft.timeZone);
  const alertTimes =
    draft.alertTimes.length === 0 ? defaultAlertTimes() : draft.alertTimes.map(storedAlertTime);
  const errors = {
    ...checkGroupName(name),
    ...(timeZone === null
      ? {
          TimeZone: [
            'Time zone must be Central, Eastern, Mountain, Pacific or an IANA name like America/Phoenix',
          ],
        }
      : {}),
    ...checkAlertTimes(alertTimes, { stepMinutes: 30 }),
  };
  if (timeZone === null || Object.keys(errors).length > 0) throw invalid(errors);
  return { ...draft, name, timeZone, alertTimes };
}

function storedAlertTime({ day, startTime, endTime, allDay, enabled }: AlertTime): AlertTime {
  const wholeDay = startTime === '00:00:00' && (endTime === '00:00:00' || endTime === '24:00:00');
  return { day, startTime, endTime, allDay: allDay || wholeDay, enabled };
}

const referenceLabels: Record<GroupReference, string> = {
  users: 'Users',
  notificationUsers: 'NotificationUsers',
  organizationLocations: 'OrganizationLocations',
  groups: 'Sites',
};

/** A caller who may not move people (spec 2 section 5: the group picker) may send a group back unchanged. */
function refuseMoves(before: StoredGroup, members: Members): void {
  const same = (asked: readonly string[] | undefined, present: readonly string[]) =>
    asked === undefined ||
    (new Set(asked).size === present.length && asked.every((id) => present.includes(id.toLowerCase())));
  const errors: Record<string, string[]> = {};
  const sentence = ['Only an administrator can change who belongs to a group'];
  if (!same(members.userIds, before.userIds)) errors.Users = sentence;
  if (!same(members.notificationUserIds, before.notificationUserIds)) errors.NotificationUsers = sentence;
  if (!same(members.organizationLocationIds, before.organizationLocationIds)) {
    errors.OrganizationLocations = ['Only an administrator can change the locations of a group'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function explain(error: unknown): never {
  if (error instanceof GroupNameTaken) {
    const sentence = 'There is a user group with this name already';
    throw conflict(sentence, { Name: [sentence] });
  }
  if (error instanceof UnknownReference) {
    const what = {
      users: 'user',
      notificationUsers: 'user',
      organizationLocations: 'location',
      groups: 'user group',
    }[error.reference];
    throw invalid({ [referenceLabels[error.reference]]: [`There is no such ${what}`] });
  }
  throw error;
}
