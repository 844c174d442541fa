import type { WidgetChoice } from '@allclear/contract';
import { widgetConditionOf } from '@allclear/domain';
import { chosenLocation } from './widget-choices.ts';
import type { WidgetFields } from './widget-fields.ts';

const conditionText = (code: number) => widgetConditionOf(code)?.label ?? '';

/** The fields in words, to say what somebody else changed. */
export function fieldTextsOf(
  choice: WidgetChoice,
): Readonly<Record<string, (fields: WidgetFields) => string>> {
  return {
    Location: ({ orgLocId }) => chosenLocation(choice, orgLocId)?.name ?? '',
    'Widget name': ({ name }) => name,
    'Primary condition': ({ primaryCondition }) => conditionText(primaryCondition),
    'Secondary conditions': ({ secondaryConditions }) => secondaryConditions.map(conditionText).join(', '),
    'Hourly forecast': ({ hourly }) => conditionText(hourly),
    'Daily forecast': ({ daily }) => conditionText(daily),
    'Policy group': ({ policyGroupId }) => choice.groups.find(({ id }) => id === policyGroupId)?.name ?? '',
    Policies: ({ policies }) =>
      choice.policies
        .filter(({ id }) => policies.includes(id))
        .map(({ name }) => name)
        .join(', '),
    Message: ({ message }) => message,
    Expiration: ({ expiry }) => (expiry ? expiry.local.replace('T', ' ') : ''),
    Theme: ({ theme }) => (theme === 0 ? 'Dark' : 'Light'),
    Display: ({ type }) => ['Default', 'Image', 'Radar'][type] ?? '',
    Width: ({ width }) => String(width),
    'Websites that may embed it': ({ allowedSites }) => allowedSites.join(', '),
  };
}
