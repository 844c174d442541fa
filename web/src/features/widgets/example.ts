// Widgets of tests.
import type { Widget, WidgetChoice } from '@allclear/contract';

export const exampleChoice: WidgetChoice = {
  locations: [
    {
      ...{ id: 'field', name: 'Oak Field', timeZone: 'America/Chicago', usesNewPolicy: true },
      ...{ policyIds: ['lr1', 'lr1-wide', 'lr2', 'heat', 'wind', 'nws'], groupIds: [] },
      ...{ weatherStationId: 's1', hasCamera: false, hasAirQuality: true },
    },
    {
      ...{ id: 'pier', name: 'Old Pier', timeZone: 'Europe/Berlin', usesNewPolicy: false },
      ...{ policyIds: [], groupIds: ['elsewhere'], weatherStationId: null },
      ...{ hasCamera: true, hasAirQuality: false },
    },
  ],
  policies: [
    policy('lr1', 'LR1', 'Lightning Radius 1', 'Lightning 8', 8),
    policy('lr1-wide', 'LR1', 'Lightning Radius 1', 'Lightning 12', 12),
    policy('lr2', 'LR2', 'Lightning Radius 2', 'Lightning 20', 20),
    policy('heat', 'HEAT', 'Heat Index', 'Hot day', 103),
    policy('wind', 'WIND', 'Wind Speed', 'Tents down', 30),
    policy('nws', 'NWS', 'National Weather Service Alert', 'Alerts', null),
  ],
  groups: [
    { id: 'coaches', name: 'Coaches' },
    { id: 'guards', name: 'Guards' },
  ],
};

function policy(id: string, short: string, typeName: string, name: string, threshold: number | null) {
  const unit = { LR1: 'mi', LR2: 'mi', HEAT: '°F', WIND: 'mph' }[short] ?? '';
  return {
    ...{ id, name, policyTypeShortName: short, policyTypeName: typeName, unit, threshold },
    // No lightning policy watches the pier, whose group none of them is for.
    ...{ allGroups: false, sites: ['coaches'] },
  };
}

export const exampleWidget: Widget = {
  ...{ id: 'w1', publicId: 'public-1', address: 'https://weather.example/widget/?id=public-1' },
  ...{ customerId: 'bay', customerName: 'Bay Schools', name: 'Oak Field for parents', orgLocId: 'field' },
  ...{ theme: 0, type: 0, primaryCondition: 0, widgetConditions: [2, 12], widgetForecasts: [] },
  ...{ weatherStationId: 's1', policyGroupId: -1, policies: ['lr1', 'heat'], headerMessage: 'Welcome' },
  ...{ headerMessageExpiration: null, width: 800, allowedSites: [], primaryThreshold: 103 },
  ...{ creatorId: 'kim', size: 2, lightningRadius: 8, lightningAllClearMinutes: 30, problems: [] },
  ...{ revision: 3 },
};
