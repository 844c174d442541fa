import type { BodyOf, previewWidget, Widget, WidgetChoice, WidgetForm } from '@allclear/contract';
import {
  embeddingOrigin,
  isOfferedType,
  noCondition,
  offeredPolicies,
  primaryThreshold,
  shownPolicies,
  usesNewPolicies,
  type WidgetDraft,
  widgetAddress,
  widgetLightning,
  widgetProblems,
  widgetSize,
} from '@allclear/domain';
import { isUuid } from '../platform/database/uuid.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { typeOf } from '../policies/index.ts';
import { surroundingsOf, type WidgetOrganizationData, type WidgetPlace } from './widget-surroundings.ts';
import type { StoredWidget } from './widgets.store.ts';

/** The wire spells 'none' as −1. */
const noneOnWire = -1;
/** An id that names nothing, for text that is no id. */
const unknownId = '00000000-0000-0000-0000-000000000000';

const idOf = (text: string) => (isUuid(text) ? text.toLowerCase() : unknownId);

/** What the form says, as it is checked and stored. */
export function draftOf(form: WidgetForm | BodyOf<typeof previewWidget>): WidgetDraft {
  const { policyGroupId, headerMessageExpiration } = form;
  const hasGroup =
    typeof policyGroupId === 'string' && policyGroupId !== '' && policyGroupId !== `${noneOnWire}`;
  return {
    name: form.name.trim(),
    organizationLocationId: form.orgLocId === null || form.orgLocId === '' ? null : idOf(form.orgLocId),
    weatherStationId:
      form.weatherStationId === null || form.weatherStationId === '' ? null : idOf(form.weatherStationId),
    theme: form.theme,
    type: form.type,
    primaryCondition: form.primaryCondition,
    conditions: [...new Set(form.widgetConditions.filter((code) => code !== noCondition))],
    forecasts: form.widgetForecasts,
    policyGroupId: hasGroup ? idOf(policyGroupId) : null,
    policyIds: [...new Set(form.policies.map(idOf))],
    message: form.headerMessage.trim(),
    messageExpiresAt:
      headerMessageExpiration === null || headerMessageExpiration === ''
        ? null
        : Date.parse(headerMessageExpiration),
    width: form.width,
    allowedSites: [...new Set(form.allowedSites.map(embeddingOrigin))],
  };
}

export function presentWidget(widget: StoredWidget, data: WidgetOrganizationData, host: string): Widget {
  const surroundings = surroundingsOf(widget, data);
  const { place, policies } = surroundings;
  const lightning = widgetLightning(widget, place, policies);
  return {
    id: widget.id,
    publicId: widget.publicId,
    address: widgetAddress(host, widget.publicId),
    customerId: widget.organizationId,
    customerName: widget.organizationName,
    name: widget.name,
    orgLocId: widget.organizationLocationId,
    theme: widget.theme,
    type: widget.type,
    primaryCondition: widget.primaryCondition,
    widgetConditions: widget.conditions,
    widgetForecasts: widget.forecasts.map(({ forecastType, conditionType }) => ({
      forecastType: forecastType === 1 ? 1 : 0,
      conditionType,
    })),
    weatherStationId: widget.weatherStationId,
    policyGroupId: widget.policyGroupId ?? noneOnWire,
    policies: widget.policyIds,
    headerMessage: widget.message,
    headerMessageExpiration: isoTime(widget.messageExpiresAt),
    width: widget.width,
    allowedSites: [...widget.allowedSites],
    primaryThreshold: primaryThreshold(widget.primaryCondition, shownPolicies(widget, place, policies)),
    creatorId: widget.createdBy,
    size: widgetSize(widget.width),
    lightningRadius: lightning?.radiusMiles ?? null,
    lightningAllClearMinutes: lightning?.allClearMinutes ?? null,
    problems: widgetProblems(widget, surroundings),
    revision: widget.revision,
  };
}

/** What is measured at a place besides lightning. */
export interface PlaceEquipment {
  readonly weatherStationId: string | null;
  readonly hasCamera: boolean;
  readonly hasAirQuality: boolean;
}

export function presentChoices(
  data: WidgetOrganizationData,
  equipmentOf: (place: WidgetPlace) => PlaceEquipment,
): WidgetChoice {
  const { places, policies, groups } = data;
  return {
    locations: places.map((place) => ({
      ...{ id: place.id, name: place.name, timeZone: place.timeZone },
      usesNewPolicy: usesNewPolicies(place, policies),
      groupIds: [...place.groupIds],
      policyIds: usesNewPolicies(place, policies)
        ? offeredPolicies({ policyGroupId: null }, place, policies)
            .filter(({ typeShortName }) => isOfferedType(typeShortName))
            .map(({ id }) => id)
        : [],
      ...equipmentOf(place),
    })),
    policies: policies.map((policy) => ({
      ...{ id: policy.id, name: policy.name, unit: policy.unit, threshold: policy.threshold },
      policyTypeShortName: policy.typeShortName,
      policyTypeName: typeOf(policy).displayName,
      ...{ allGroups: policy.allGroups, sites: [...policy.groupIds] },
    })),
    groups: groups.map(({ id, name }) => ({ id, name })),
  };
}
