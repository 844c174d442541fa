import type { WidgetPolicy, WidgetSurroundings } from '@allclear/domain';
import { listOrganizationLocations, timeZoneOf } from '../organizations/index.ts';
import type { Database } from '../platform/database/database.ts';
import {
  listPolicies,
  listPolicyPlaces,
  policyDisplayName,
  type StoredPolicy,
  typeOf,
} from '../policies/index.ts';
import { listStations, type OwnStation } from '../stations/index.ts';
import type { StoredWidget } from './widgets.store.ts';
import { widgetGroups } from './widgets.store.ts';

/** A place that a widget can show. */
export interface WidgetPlace {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  readonly groupIds: readonly string[];
}

/** What the widgets of an organization refer to, as it is now. */
export interface WidgetOrganizationData {
  readonly organizationId: string;
  readonly places: readonly WidgetPlace[];
  readonly policies: readonly WidgetPolicy[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly stations: readonly OwnStation[];
}

export async function readWidgetOrganization(
  db: Database,
  organizationId: string,
): Promise<WidgetOrganizationData> {
  // One after the other: a transaction has one connection.
  const locations = await listOrganizationLocations(db, organizationId);
  const groupsOf = new Map(
    (await listPolicyPlaces(db, organizationId)).map((place) => [place.id, place.groupIds]),
  );
  return {
    organizationId,
    places: locations.map(({ id, name, latitude, longitude }) => ({
      ...{ id, organizationId, name, latitude, longitude },
      timeZone: timeZoneOf({ latitude, longitude }),
      groupIds: groupsOf.get(id) ?? [],
    })),
    policies: (await listPolicies(db, organizationId)).map(widgetPolicyOf),
    groups: await widgetGroups(db, organizationId),
    stations: await listStations(db, organizationId),
  };
}

function widgetPolicyOf(policy: StoredPolicy): WidgetPolicy {
  const { unit, precision, isDesc, shortName } = typeOf(policy);
  const { id, threshold, allClearMinutes, allGroups, groupIds } = policy;
  return {
    ...{ id, threshold, allClearMinutes, allGroups, groupIds, unit, precision, isDesc },
    ...{ typeShortName: shortName, name: policyDisplayName(policy) },
  };
}

/** The place of a widget; null once it is gone. */
export function placeOfWidget(
  { organizationLocationId }: Pick<StoredWidget, 'organizationLocationId'>,
  { places }: WidgetOrganizationData,
): WidgetPlace | null {
  return places.find(({ id }) => id === organizationLocationId) ?? null;
}

/** What the rules of the domain ask of the organization of a widget. */
export function surroundingsOf(
  widget: Pick<StoredWidget, 'organizationLocationId'>,
  data: WidgetOrganizationData,
): WidgetSurroundings {
  return {
    place: placeOfWidget(widget, data),
    policies: data.policies,
    groupIds: data.groups.map(({ id }) => id),
    stationIds: data.stations.map(({ id }) => id),
  };
}
