import { airQualityKeys } from './air-quality.ts';
import { alertKeys } from './alerts.ts';
import { auditKeys } from './audit.ts';
import { cameraKeys } from './cameras.ts';
import { conditionKeys } from './conditions.ts';
import { demonstrationKeys } from './demonstration.ts';
import { displayKeys } from './displays.ts';
import { forecastKeys } from './forecasts.ts';
import { hardwareKeys } from './hardware.ts';
import { heatKeys } from './heat.ts';
import { integrationKeys } from './integrations.ts';
import { lightningKeys } from './lightning.ts';
import { locationKeys } from './locations.ts';
import { mapKeys } from './map.ts';
import { messageKeys } from './messages.ts';
import { notificationKeys } from './notifications.ts';
import { organizationKeys } from './organizations.ts';
import { peopleKeys } from './people.ts';
import { policyKeys } from './policies.ts';
import { reportKeys } from './reports.ts';
import { responseKeys } from './responses.ts';
import { showKeys } from './shows.ts';
import { stationKeys } from './stations.ts';
import { statusKeys } from './status.ts';
import { timelineKeys } from './timeline.ts';
import { warningKeys } from './warnings.ts';
import { widgetKeys } from './widgets.ts';

/** Every kind of query, by subject. */
export const queryKinds = [
  ...Object.values(airQualityKeys),
  ...Object.values(alertKeys),
  ...Object.values(auditKeys),
  ...Object.values(cameraKeys),
  ...Object.values(conditionKeys),
  ...Object.values(demonstrationKeys),
  ...Object.values(displayKeys),
  ...Object.values(forecastKeys),
  ...Object.values(hardwareKeys),
  ...Object.values(heatKeys),
  ...Object.values(integrationKeys),
  ...Object.values(lightningKeys),
  ...Object.values(locationKeys),
  ...Object.values(mapKeys),
  ...Object.values(messageKeys),
  ...Object.values(notificationKeys),
  ...Object.values(organizationKeys),
  ...Object.values(peopleKeys),
  ...Object.values(policyKeys),
  ...Object.values(reportKeys),
  ...Object.values(responseKeys),
  ...Object.values(showKeys),
  ...Object.values(stationKeys),
  ...Object.values(statusKeys),
  ...Object.values(timelineKeys),
  ...Object.values(warningKeys),
  ...Object.values(widgetKeys),
] as const;

/** The key of a declared kind: any other does not compile. */
export type QueryKey = readonly [(typeof queryKinds)[number]['name'], ...unknown[]];

declare module '@tanstack/react-query' {
  interface Register {
    queryKey: QueryKey;
  }
}
