import { airQuality } from './air-quality/index.ts';
import { alerts } from './alerts/index.ts';
import { audit } from './audit/index.ts';
import { cameras } from './cameras/index.ts';
import { conditions } from './conditions/index.ts';
import { demonstration } from './demonstration/index.ts';
import { displays } from './displays/index.ts';
import { forecasts } from './forecasts/index.ts';
import { hardware } from './hardware/index.ts';
import { heat } from './heat/index.ts';
import { integrations } from './integrations/index.ts';
import { lightning } from './lightning/index.ts';
import { locations } from './locations/index.ts';
import { map } from './map/index.ts';
import { messages } from './messages/index.ts';
import { monitoring } from './monitoring/index.ts';
import { mqtt } from './mqtt/index.ts';
import { notifications } from './notifications/index.ts';
import { operator } from './operator/index.ts';
import { organizations } from './organizations/index.ts';
import { people } from './people/index.ts';
import { personalData } from './personal-data/index.ts';
import type { Subject } from './platform/subject.ts';
import { policies } from './policies/index.ts';
import { reports } from './reports/index.ts';
import { responses } from './responses/index.ts';
import { rollCall } from './roll-call/index.ts';
import { setup } from './setup/index.ts';
import { shows } from './shows/index.ts';
import { stations } from './stations/index.ts';
import { timeline } from './timeline/index.ts';
import { warnings } from './warnings/index.ts';
import { widgets } from './widgets/index.ts';

/**
 * Everything the server does, lowest first: a subject may import, need and read the tables of those above it
 * in this list only. A change of the store reaches them in this order.
 */
export const subjects: readonly Subject[] = [
  organizations,
  people,
  operator,
  policies,
  locations,
  displays,
  integrations,
  lightning,
  alerts,
  stations,
  forecasts,
  conditions,
  airQuality,
  heat,
  notifications,
  setup,
  map,
  responses,
  warnings,
  messages,
  rollCall,
  hardware,
  reports,
  widgets,
  cameras,
  shows,
  timeline,
  monitoring,
  mqtt,
  audit,
  personalData,
  demonstration,
];
