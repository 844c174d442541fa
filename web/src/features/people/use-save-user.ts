import type { User } from '@allclear/contract';
import type { ApiClient } from '../../api/client.ts';
import { routes } from '../../api/routes.ts';
import { usePeopleChange } from './use-people.ts';
import { bodyOf, changesOf, RefusedWork, type UserFields, type UserWork } from './user-fields.ts';

export interface SavedUser {
  readonly message: string;
  /** Set when the user was saved, and the locations were not. */
  readonly locationsRefused: RefusedWork | null;
}

interface Saving {
  readonly edited: User | null;
  /** The newest revision that the form has shown. */
  readonly revision: number | undefined;
  readonly fields: UserFields;
}

/**
 * Adds a user, or changes what differs from the edited one; then saves the organization locations, if they
 * differ. A change between a full role and Notification Only is a call of its own. Throws `RefusedWork`.
 */
export const useSaveUser = () =>
  usePeopleChange(async (api, { edited, revision, fields }: Saving): Promise<SavedUser> => {
    const { user, message } = edited
      ? await change(api, edited, revision, fields)
      : await named('add', add(api, fields));
    const refused = await saveLocations(api, edited, { userId: user.id, locations: fields.locations });
    return { message, locationsRefused: refused };
  });

type Written = Promise<{
  user: { readonly id: string; readonly revision?: number | undefined };
  message: string;
}>;

async function add(api: ApiClient, fields: UserFields): Written {
  const { roleId, isActive: _, ...person } = bodyOf(fields);
  if (roleId === -1) return api.call(routes.addNotificationUser, { body: person, once: true });
  const body = { ...person, roleId };
  const { id, user, message } = await api.call(routes.addUser, {
    body,
    headers: { ReturnUser: '' },
    once: true,
  });
  return { user: user ?? { id }, message };
}

async function change(
  api: ApiClient,
  edited: User,
  revision: number | undefined,
  fields: UserFields,
): Written {
  const { id } = edited;
  const changes = changesOf(edited, fields);
  if (edited.roleId === -1 && fields.roleId !== -1) {
    const body = { ...changes, id, revision, roleId: fields.roleId };
    return named('promote', api.call(routes.promoteNotificationUser, { body }));
  }
  if (edited.roleId !== -1 && fields.roleId === -1) {
    const demoted = await named('demote', api.call(routes.demoteUser, { body: { id, revision } }));
    const { roleId: _, isActive: __, ...rest } = changes;
    if (Object.keys(rest).length === 0) return demoted;
    return updateNotified(api, { ...rest, id, revision: demoted.user.revision });
  }
  // Nothing of the user itself: only the locations differ.
  if (Object.keys(changes).length === 0) return { user: edited, message: 'User updated' };
  const body = { ...changes, id, revision };
  if (edited.roleId === -1) return updateNotified(api, body);
  return named('update', api.call(routes.updateUser, { body }));
}

function updateNotified(api: ApiClient, body: Record<string, unknown>): Written {
  return named('updateNotified', api.call(routes.updateNotificationUser, { body }));
}

/** Kept locations stay as they are; new ones get the defaults of the server. */
async function saveLocations(
  api: ApiClient,
  edited: User | null,
  { userId, locations }: { userId: string; locations: readonly string[] },
): Promise<RefusedWork | null> {
  const before = edited?.orgLocations.toSorted() ?? [];
  if (JSON.stringify(locations.toSorted()) === JSON.stringify(before)) return null;
  const body = locations.map((organizationLocationId) => ({ organizationLocationId }));
  try {
    await api.call(routes.saveUserLocations, { params: { userId }, body });
    return null;
  } catch (thrown) {
    return new RefusedWork('locations', thrown);
  }
}

async function named<Answer>(work: UserWork, call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (thrown) {
    throw new RefusedWork(work, thrown);
  }
}
