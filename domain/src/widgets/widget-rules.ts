import { measureKind } from '../core/index.ts';
import {
  lastForecastCode,
  maxSecondaryConditions,
  noCondition,
  noForecastCode,
  widgetConditionOf,
} from './widget-codes.ts';
import {
  offeredPolicies,
  usesNewPolicies,
  type WidgetPlaceGroups,
  type WidgetPolicy,
  type WidgetPolicyChoice,
  widgetLightning,
} from './widget-policies.ts';

export const widgetMinWidth = 300;
export const widgetMaxWidth = 4_000;
export const widgetNameMaxLength = 100;
export const widgetMessageMaxLength = 300;
export const maxAllowedOrigins = 50;

export interface WidgetForecastChoice {
  /** 0 hourly, 1 daily. */
  readonly forecastType: number;
  readonly conditionType: number;
}

/** A widget as somebody wants to save it (specification 3, section 3). */
export interface WidgetDraft extends WidgetPolicyChoice {
  readonly name: string;
  readonly organizationLocationId: string | null;
  readonly weatherStationId: string | null;
  /** 0 dark, 1 light. */
  readonly theme: number;
  /** 0 default, 1 image, 2 radar. */
  readonly type: number;
  readonly primaryCondition: number;
  /** The secondary ones; 12 does not count. */
  readonly conditions: readonly number[];
  readonly forecasts: readonly WidgetForecastChoice[];
  readonly message: string;
  /** Epoch ms of the product clock; null does not expire, NaN is no time. */
  readonly messageExpiresAt: number | null;
  /** CSS px. */
  readonly width: number;
  /** Origins. */
  readonly allowedSites: readonly string[];
}

/** What of the organization a widget refers to. */
export interface WidgetSurroundings {
  /** The chosen place; null when it is not one of the organization. */
  readonly place: WidgetPlaceGroups | null;
  readonly policies: readonly WidgetPolicy[];
  readonly groupIds: readonly string[];
  readonly stationIds: readonly string[];
}

export type WidgetErrors = Record<string, string[]>;

/**
 * What is wrong with a widget, by the name of the field (specification 3, section 5); empty when it may be saved.
 *
 * @param now the product clock, epoch ms
 * @param storedExpiresAt the expiry that is stored: a message that has expired since may stay
 */
export function checkWidget(
  draft: WidgetDraft,
  surroundings: WidgetSurroundings,
  { now, storedExpiresAt = null }: { readonly now: number; readonly storedExpiresAt?: number | null },
): WidgetErrors {
  const errors: WidgetErrors = {};
  const add = (field: string, problem: string | null) => {
    if (problem !== null) errors[field] = [problem];
  };
  add('Name', nameProblem(draft.name));
  add('OrgLocId', placeProblem(draft, surroundings));
  add('PolicyGroupId', groupProblem(draft, surroundings));
  add('Policies', policiesProblem(draft, surroundings));
  add('LightningRadius', lightningProblem(draft, surroundings));
  add(
    'PrimaryCondition',
    widgetConditionOf(draft.primaryCondition) ? null : 'Please choose a primary condition.',
  );
  add('WidgetConditions', conditionsProblem(draft.conditions));
  add('WidgetForecasts', forecastsProblem(draft.forecasts));
  add('WeatherStationId', stationProblem(draft, surroundings));
  add(
    'HeaderMessage',
    draft.message.length > widgetMessageMaxLength
      ? `The custom message can be at most ${widgetMessageMaxLength} characters.`
      : null,
  );
  add('HeaderMessageExpiration', expiryProblem(draft.messageExpiresAt, now, storedExpiresAt));
  add('Theme', [0, 1].includes(draft.theme) ? null : 'Please choose a theme.');
  add('Type', [0, 1, 2].includes(draft.type) ? null : 'Please choose a display.');
  add('Width', widthProblem(draft.width));
  add('AllowedSites', originsProblem(draft.allowedSites));
  return errors;
}

/** 0 below 400 px, 1 below 800, else 2. */
export function widgetSize(widthPx: number): 0 | 1 | 2 {
  return widthPx < 400 ? 0 : widthPx < 800 ? 1 : 2;
}

/** An origin as it is stored: in lower case, without the slash at its end. */
export function embeddingOrigin(text: string): string {
  return text.trim().toLowerCase().replace(/\/$/, '');
}

/** What is gone since a widget was saved, in sentences for people. */
export function widgetProblems(
  draft: Pick<WidgetDraft, 'organizationLocationId' | 'weatherStationId' | 'policyGroupId' | 'policyIds'>,
  { place, policies, stationIds, groupIds }: WidgetSurroundings,
): string[] {
  const problems: string[] = [];
  const { policyIds, weatherStationId, policyGroupId } = draft;
  if (place === null) problems.push('The location of this widget was deleted.');
  const gone = policyIds.filter((id) => !policies.some((policy) => policy.id === id)).length;
  if (gone === 1) problems.push('A policy of this widget was deleted.');
  if (gone > 1) problems.push(`${gone} policies of this widget were deleted.`);
  if (policyGroupId !== null && !groupIds.includes(policyGroupId))
    problems.push('The user group of this widget was deleted.');
  if (place !== null) {
    const offered = offeredPolicies(draft, place, policies);
    for (const { id, name } of policies)
      if (policyIds.includes(id) && !offered.some((policy) => policy.id === id))
        problems.push(`The policy ‘${name}’ does not apply at this location any more.`);
    if (widgetLightning(draft, place, policies) === null)
      problems.push('This widget has no lightning radius policy any more.');
  }
  if (weatherStationId !== null && !stationIds.includes(weatherStationId))
    problems.push('The weather station of this widget was removed.');
  return problems;
}

function nameProblem(name: string): string | null {
  if (name.trim() === '') return 'Please enter a name for your widget.';
  return name.length > widgetNameMaxLength
    ? `The name can be at most ${widgetNameMaxLength} characters.`
    : null;
}

function placeProblem({ organizationLocationId }: WidgetDraft, { place }: WidgetSurroundings): string | null {
  if (organizationLocationId === null) return 'Please choose a location.';
  return place === null ? 'The location does not exist.' : null;
}

function groupProblem({ policyGroupId }: WidgetDraft, { groupIds }: WidgetSurroundings): string | null {
  return policyGroupId === null || groupIds.includes(policyGroupId) ? null : 'The group does not exist.';
}

function policiesProblem(draft: WidgetDraft, { place, policies }: WidgetSurroundings): string | null {
  const chosen = policies.filter(({ id }) => draft.policyIds.includes(id));
  if (chosen.length < new Set(draft.policyIds).size) return 'One of the policies does not exist.';
  if (new Set(chosen.map(({ typeShortName }) => typeShortName)).size < chosen.length)
    return 'Choose one policy of each type.';
  if (place === null) return null;
  const offered = offeredPolicies(draft, place, policies);
  return chosen.every((policy) => offered.includes(policy))
    ? null
    : 'One of the policies does not apply at this location.';
}

function lightningProblem(draft: WidgetDraft, { place, policies }: WidgetSurroundings): string | null {
  if (place === null || widgetLightning(draft, place, policies) !== null) return null;
  return usesNewPolicies(place, policies)
    ? 'Lightning Radius 1 (LR1) policy is required. Please select an LR1 policy from the list.'
    : 'Lightning radius is required. Please select a group with a lightning radius policy.';
}

function conditionsProblem(conditions: readonly number[]): string | null {
  const chosen = conditions.filter((code) => code !== noCondition);
  if (!chosen.every((code) => widgetConditionOf(code))) return 'One of the conditions does not exist.';
  return chosen.length > maxSecondaryConditions
    ? `Choose at most ${maxSecondaryConditions} secondary conditions.`
    : null;
}

function forecastsProblem(forecasts: readonly WidgetForecastChoice[]): string | null {
  const exists = ({ forecastType, conditionType }: WidgetForecastChoice) =>
    (forecastType === 0 || forecastType === 1) &&
    Number.isInteger(conditionType) &&
    conditionType >= noForecastCode &&
    conditionType <= lastForecastCode;
  if (!forecasts.every(exists)) return 'One of the forecasts does not exist.';
  return new Set(forecasts.map(({ forecastType }) => forecastType)).size < forecasts.length
    ? 'Choose one hourly and one daily forecast.'
    : null;
}

function stationProblem(
  { weatherStationId }: WidgetDraft,
  { stationIds }: WidgetSurroundings,
): string | null {
  return weatherStationId === null || stationIds.includes(weatherStationId)
    ? null
    : 'The weather station does not exist.';
}

function expiryProblem(expiresAt: number | null, now: number, storedExpiresAt: number | null): string | null {
  if (expiresAt === null || expiresAt === storedExpiresAt || expiresAt > now) return null;
  return Number.isFinite(expiresAt)
    ? 'Please choose an expiration in the future.'
    : 'The expiration is not a date and time.';
}

function widthProblem(width: number): string | null {
  if (width < widgetMinWidth) return `The width must be at least ${widgetMinWidth} px.`;
  return width > widgetMaxWidth ? `The width can be at most ${widgetMaxWidth} px.` : null;
}

/** Nothing but an origin: it goes into a header, and a path or a blank would mean another thing there. */
const originPattern =
  /^https?:\/\/(?=.{1,253}(:|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;

function originsProblem(sites: readonly string[]): string | null {
  if (sites.length > maxAllowedOrigins) return `At most ${maxAllowedOrigins} sites can be listed.`;
  return sites.every((site) => site.length <= 300 && originPattern.test(site))
    ? null
    : 'Enter each site as its origin alone, such as https://www.example.org.';
}

/** Whether a policy type is offered in the builder: LR2 and LR3 are hidden on the new policy model. */
export function isOfferedType(typeShortName: string): boolean {
  return measureKind(typeShortName) !== 'lightning' || !/^LR[23]$/.test(typeShortName);
}
