import type { WidgetChoice } from '@allclear/contract';
import {
  isOfferedType,
  measureKind,
  offeredPolicies,
  policyTypeOf,
  type WidgetPolicy,
  type WidgetSurroundings,
  widgetConditionOf,
} from '@allclear/domain';
import type { WidgetFields } from './widget-fields.ts';

type ChosenPolicy = WidgetChoice['policies'][number];
type ChosenLocation = WidgetChoice['locations'][number];

export function chosenLocation(choice: WidgetChoice, id: string | null): ChosenLocation | undefined {
  return choice.locations.find((location) => location.id === id);
}

/** A policy for the rules; null of a type that this version does not know. */
function policyOf(policy: ChosenPolicy): WidgetPolicy | null {
  const type = policyTypeOf(policy.policyTypeShortName);
  if (!type) return null;
  const { id, name, unit, threshold, allGroups, sites } = policy;
  return {
    ...{ id, name, unit, allGroups, groupIds: sites, threshold: threshold ?? 0, allClearMinutes: 0 },
    ...{ typeShortName: type.shortName, precision: type.precision, isDesc: type.isDesc },
  };
}

/** What of the organization a widget at a location refers to, for the rules. */
export function surroundingsOf(orgLocId: string | null, choice: WidgetChoice): WidgetSurroundings {
  const location = chosenLocation(choice, orgLocId);
  return {
    place: location ? { groupIds: location.groupIds } : null,
    policies: choice.policies.flatMap((policy) => policyOf(policy) ?? []),
    groupIds: choice.groups.map(({ id }) => id),
    stationIds: location?.weatherStationId ? [location.weatherStationId] : [],
  };
}

/**
 * The policies that the list offers (spec 3 section 5): on the new model those of the location that fit a chosen
 * condition, and the first lightning radius, which every widget needs; on the old one those of the selected group.
 */
export function listedPolicies(
  fields: Pick<WidgetFields, 'orgLocId' | 'policyGroupId' | 'primaryCondition' | 'secondaryConditions'>,
  choice: WidgetChoice,
): ChosenPolicy[] {
  const { place, policies } = surroundingsOf(fields.orgLocId, choice);
  const isNew = chosenLocation(choice, fields.orgLocId)?.usesNewPolicy === true;
  const compatible = new Set<string>(
    [fields.primaryCondition, ...fields.secondaryConditions].flatMap(
      (code) => widgetConditionOf(code)?.policyTypes ?? [],
    ),
  );
  const fits = ({ typeShortName: type }: WidgetPolicy) =>
    isOfferedType(type) && (!isNew || measureKind(type) === 'lightning' || compatible.has(type));
  const ids = new Set(
    offeredPolicies(fields, place, policies)
      .filter(fits)
      .map(({ id }) => id),
  );
  return choice.policies.filter(({ id }) => ids.has(id));
}

/** The policies whose short name or name contains a text. */
export function searchedPolicies(policies: readonly ChosenPolicy[], search: string): ChosenPolicy[] {
  const text = search.trim().toLowerCase();
  return policies.filter(({ policyTypeShortName, name }) =>
    [policyTypeShortName, name].some((part) => part.toLowerCase().includes(text)),
  );
}

/** The chosen policies after a press on one: of each type one at most, the newly chosen one. */
export function togglePolicy(
  chosen: readonly string[],
  pressed: ChosenPolicy,
  policies: readonly ChosenPolicy[],
): string[] {
  if (chosen.includes(pressed.id)) return chosen.filter((id) => id !== pressed.id);
  const typeOf = (id: string) => policies.find((policy) => policy.id === id)?.policyTypeShortName;
  return [...chosen.filter((id) => typeOf(id) !== pressed.policyTypeShortName), pressed.id];
}

/** Changed fields without the policies that the list no longer offers: nobody could uncheck them. */
export function withListedPolicies(fields: WidgetFields, choice: WidgetChoice): WidgetFields {
  const listed = listedPolicies(fields, choice);
  return { ...fields, policies: fields.policies.filter((id) => listed.some((policy) => policy.id === id)) };
}

/** A group for the old model, with its first policy of each type. */
export function withGroup(
  fields: WidgetFields,
  policyGroupId: string | null,
  choice: WidgetChoice,
): WidgetFields {
  const grouped = { ...fields, policyGroupId };
  const ofType = new Map<string, string>();
  for (const { id, policyTypeShortName: type } of listedPolicies(grouped, choice))
    if (!ofType.has(type)) ofType.set(type, id);
  return { ...grouped, policies: [...ofType.values()] };
}
