import type { AuditEntryRow } from '@allclear/contract';
import { fieldsBefore, type JsonObject, type JsonValue } from '@allclear/domain';
import type { ApiClient } from '../../api/client.ts';
import type { QueryKey } from '../../api/query-keys/index.ts';
import { locationKeys } from '../../api/query-keys/locations.ts';
import { organizationKeys } from '../../api/query-keys/organizations.ts';
import { peopleKeys } from '../../api/query-keys/people.ts';
import { policyKeys } from '../../api/query-keys/policies.ts';
import { routes } from '../../api/routes.ts';
import { isErased } from './audit-text.ts';

type Fields = Record<string, unknown>;

/** A record as the API gives it now. */
interface CurrentRecord {
  readonly revision?: number | undefined;
  readonly fields: Fields;
}

/** How records of a kind are read, changed and added again. */
interface RecordKind {
  /** What the kind is called. */
  readonly what: string;
  /** The fields that can be put back: by their names in the audit those of the API. */
  readonly fields: Readonly<Record<string, string>>;
  /** Null: there is none any more. */
  readonly read: (api: ApiClient, id: string) => Promise<CurrentRecord | null>;
  readonly change: (
    api: ApiClient,
    id: string,
    revision: number | undefined,
    fields: Fields,
  ) => Promise<unknown>;
  /** Null: what was deleted cannot be added again. */
  readonly add: ((api: ApiClient, fields: Fields) => Promise<unknown>) | null;
  /** The queries that show such records. */
  readonly renews: readonly QueryKey[];
}

const same = (...names: string[]) => Object.fromEntries(names.map((name) => [name, name]));
const oneOf = async <Item extends { id: string; revision?: number | undefined }>(
  list: Promise<readonly Item[]>,
  id: string,
): Promise<CurrentRecord | null> => {
  const found = (await list).find((item) => item.id === id);
  return found ? { revision: found.revision, fields: { ...found } } : null;
};

/** By the subject of their actions. */
const kinds = {
  policy: {
    what: 'policy',
    fields: {
      ...same('name', 'threshold', 'reAlertMinutes', 'allClearMinutes', 'allGroups', 'events', 'lifeSafety'),
      ...same('asksResponse'),
      ...{ groupIds: 'sites', actions: 'notificationActions' },
    },
    read: (api, id) => oneOf(api.call(routes.listPolicies), id),
    change: (api, id, revision, fields) =>
      api.call(routes.updatePolicy, { body: { ...fields, id, revision } }),
    add: (api, fields) => api.call(routes.addPolicy, { body: fields, once: true }),
    renews: [policyKeys.policies.all, locationKeys.locations.all],
  },
  group: {
    what: 'user group',
    fields: {
      ...same('name', 'timeZone', 'alertTimes'),
      userIds: 'users',
      notificationUserIds: 'notificationUsers',
      organizationLocationIds: 'organizationLocations',
    },
    read: (api, id) => oneOf(api.call(routes.listGroups), id),
    change: (api, id, revision, fields) =>
      api.call(routes.updateGroup, { body: { ...fields, id, revision } }),
    add: (api, fields) => api.call(routes.addGroup, { body: fields, once: true }),
    renews: [peopleKeys.groups.all, peopleKeys.users.all, policyKeys.policies.all],
  },
  'organization-location': {
    what: 'organization location',
    fields: same('name', 'address', 'latitude', 'longitude'),
    read: (api, id) => oneOf(api.call(routes.listOrganizationLocations), id),
    change: (api, id, revision, fields) =>
      api.call(routes.updateOrganizationLocation, { body: { ...fields, id, revision } }),
    add: (api, fields) => api.call(routes.addOrganizationLocation, { body: fields, once: true }),
    renews: [locationKeys.organizationLocations.all, locationKeys.locations.all],
  },
  organization: {
    what: 'organization',
    fields: same('name', 'banner', 'supportEmail', 'supportPhone', 'consultationEmail', 'defaultTimeZone'),
    read: async (api) => {
      const settings = await api.call(routes.getOrganizationSettings);
      return { revision: settings.revision, fields: { ...settings } };
    },
    change: (api, _id, revision, fields) =>
      api.call(routes.saveOrganizationSettings, { body: { ...fields, revision } }),
    add: null,
    renews: [organizationKeys.settings.all, organizationKeys.organization.all],
  },
} as const satisfies Record<string, RecordKind>;

function kindOf(action: string): RecordKind | undefined {
  const [subject = ''] = action.split('.');
  const table: Readonly<Record<string, RecordKind>> = kinds;
  return Object.hasOwn(table, subject) ? table[subject] : undefined;
}

/** Whether the version before an entry can be put back, or what it deleted can be added again. */
export function canPutBack({ action, recordId, before }: AuditEntryRow): boolean {
  const kind = kindOf(action);
  if (!kind || recordId === null || before === null) return false;
  if (action.endsWith('.changed')) return Object.keys(before).some((name) => name in kind.fields);
  return action.endsWith('.deleted') && kind.add !== null;
}

export interface EarlierField {
  /** Its name in the audit. */
  readonly name: string;
  readonly now: unknown;
  readonly then: unknown;
}

/** What putting back would do. */
export interface PutBackPlan {
  readonly what: string;
  /** Whether it is added as a new record, because it was deleted. */
  readonly adds: boolean;
  /** The fields that are other ones now. */
  readonly fields: readonly EarlierField[];
  /** Fields whose earlier value was personal and is erased. */
  readonly erased: readonly string[];
  /** The record is gone, or it was deleted and added again meanwhile. */
  readonly isImpossible: boolean;
  readonly run: () => Promise<unknown>;
  readonly renews: RecordKind['renews'];
}

/**
 * Compares the record as it is now with the version before `entry`; `history` has the changes of the record since.
 * `run` makes the change as the forms do: by the same routes, with the revision that was compared.
 */
export async function planPutBack(
  api: ApiClient,
  entry: AuditEntryRow,
  history: readonly AuditEntryRow[],
): Promise<PutBackPlan> {
  const kind = kindOf(entry.action);
  const id = entry.recordId;
  const changes = history.map(({ sequence, before, after }) => ({
    ...{ sequence, before: before as JsonObject | null, after: after as JsonObject | null },
  }));
  const earlier = fieldsBefore(changes, entry.sequence);
  const plan = {
    what: kind?.what ?? 'record',
    adds: false,
    fields: [],
    erased: [],
    renews: kind?.renews ?? [],
  };
  const impossible = { ...plan, isImpossible: true, run: () => Promise.reject(new Error('Impossible')) };
  if (!kind || id === null || earlier === null) return impossible;
  const given = Object.entries(earlier).filter(([name]) => name in kind.fields);
  const erased = given.filter(([, value]) => isErased(value)).map(([name]) => name);
  const kept = given.filter(([, value]) => !isErased(value));
  const current = await kind.read(api, id);
  if (current === null) {
    if (!kind.add || !entry.action.endsWith('.deleted')) return impossible;
    const { add } = kind;
    const fields = kept.map(([name, then]) => ({ name, now: undefined, then }));
    const body = { ...bodyOf(kind, kept), ...typeOf(earlier) };
    return { ...plan, adds: true, fields, erased, isImpossible: false, run: () => add(api, body) };
  }
  const differing = kept.filter(
    ([name, then]) => !isSame(current.fields[kind.fields[name] ?? name], then ?? null),
  );
  return {
    ...{ ...plan, erased, isImpossible: false },
    fields: differing.map(([name, then]) => ({ name, now: current.fields[kind.fields[name] ?? name], then })),
    run: () => kind.change(api, id, current.revision, bodyOf(kind, differing)),
  };
}

/** A policy is added with its type, which no change can alter. */
function typeOf({ typeShortName }: Readonly<Record<string, JsonValue | undefined>>): Fields {
  return typeShortName === undefined ? {} : { policyTypeShortName: typeShortName };
}

function bodyOf(kind: RecordKind, fields: readonly (readonly [string, JsonValue | undefined])[]): Fields {
  return Object.fromEntries(
    fields.map(([name, value]) => [kind.fields[name] ?? name, withoutIds(value ?? null)]),
  );
}

/** Parts of a record are given new ids. */
function withoutIds(value: JsonValue): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((part: JsonValue) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const { id: _, ...rest } = part as JsonObject;
    return rest;
  });
}

/** Lists are the same in any order. */
function isSame(now: unknown, then: JsonValue): boolean {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(text).sort().join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
    const parts = Object.entries(value).filter(([name]) => !partIds.has(name));
    return `{${parts
      .map(([name, one]) => `${name}:${text(one)}`)
      .sort()
      .join()}}`;
  };
  return text(now) === text(then);
}
const partIds = new Set(['id', 'triggerId']);
