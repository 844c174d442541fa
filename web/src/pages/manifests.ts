import { matchPath } from 'react-router';
import { airQualityPages } from './air-quality/manifest.ts';
import { auditPages } from './audit/manifest.ts';
import { broadcastPages } from './broadcast/manifest.ts';
import { cameraPages } from './cameras/manifest.ts';
import { consultationPages } from './consultation/manifest.ts';
import { dashboardPages } from './dashboard/manifest.ts';
import { hardwarePages } from './hardware/manifest.ts';
import { heatPages } from './heat/manifest.ts';
import { integrationPages } from './integrations/manifest.ts';
import { mapPages } from './map/manifest.ts';
import { massNotifyPages } from './mass-notify/manifest.ts';
import { messagePages } from './messages/manifest.ts';
import { notificationPages } from './notifications/manifest.ts';
import { organizationPages } from './organizations/manifest.ts';
import type { PageManifest, PageRoute } from './page-manifest.ts';
import { peoplePages } from './people/manifest.ts';
import { placesPages } from './places/manifest.ts';
import { policyPages } from './policies/manifest.ts';
import { profilePages } from './profile/manifest.ts';
import { reportPages } from './reports/manifest.ts';
import { rollCallPages } from './roll-call/manifest.ts';
import { setupPages } from './setup/manifest.ts';
import { sheetPages } from './sheet/manifest.ts';
import { showPages } from './shows/manifest.ts';
import { stationPages } from './stations/manifest.ts';
import { timelinePages } from './timeline/manifest.ts';
import { wallPages } from './wall/manifest.ts';
import { widgetPages } from './widgets/manifest.ts';

/** The pages of every subject, in the order of the navigation. */
export const manifests: readonly PageManifest[] = [
  dashboardPages,
  hardwarePages,
  airQualityPages,
  stationPages,
  placesPages,
  wallPages,
  mapPages,
  policyPages,
  heatPages,
  reportPages,
  timelinePages,
  rollCallPages,
  messagePages,
  massNotifyPages,
  consultationPages,
  peoplePages,
  organizationPages,
  widgetPages,
  cameraPages,
  auditPages,
  integrationPages,
  broadcastPages,
  showPages,
  profilePages,
  notificationPages,
  sheetPages,
  setupPages,
];

/** Every page behind the sign-in. */
export const pageRoutes: readonly PageRoute[] = manifests.flatMap(({ routes }) => routes);

/** The route of an address; undefined where there is no page. */
export function pageRouteOf(pathname: string): PageRoute | undefined {
  return pageRoutes.find(({ path }) => matchPath({ path, caseSensitive: false }, pathname) !== null);
}

/**
 * Starts to load the page of an address, in parallel with the sign-in. A failure is shown when the page is
 * opened.
 */
export function preloadPage(pathname: string): void {
  pageRouteOf(pathname)
    ?.load()
    .catch(() => undefined);
}
