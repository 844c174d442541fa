import {
  createCensusGeocoder,
  createOfflineGeocoder,
  createRemoteGeocoder,
  type Geocoder,
} from '@allclear/adapters';
import { DAY_MS } from '@allclear/domain';
import { defineSubject, type Platform } from '../platform/subject.ts';
import { closureRoutes } from './closures/closures.routes.ts';
import { dropClosuresBefore } from './closures/closures.store.ts';
import { geocodeRoutes } from './geocode.routes.ts';
import { organizationLocationRoutes } from './organization-locations.routes.ts';
import { placeChangeRoutes } from './place-changes.routes.ts';
import { placeImportRoutes } from './place-imports.routes.ts';
import { practiceTimeRoutes } from './practice-times.routes.ts';
import { locationRoutes } from './routes.ts';
import { type LocationSettings, locationSettings } from './settings.ts';

export { openClosures, type StoredClosure } from './closures/closures.store.ts';
export { type LightningLocks, lightningLocks } from './lightning-locks.store.ts';
export { practiceTimesOf, savePracticeTimes } from './practice-times.store.ts';
export { keptLocks } from './present-locations.ts';
export { type SirenZone, sirenZones } from './siren-zones.store.ts';
export {
  labeledPlaces,
  listLocations,
  locationsOfPlace,
  observedPlaces,
  placesOfLocations,
  type StoredLocation,
  type WatchedLocation,
  watchedLocations,
} from './store.ts';
export { ownLocations, visibleLocation } from './visible-location.ts';
export { watchedPlaces } from './watched-places.store.ts';

export const locations = defineSubject({
  name: 'locations',
  settings: locationSettings,
  topics: { locations: 'user', 'practice-times': 'organization', closures: 'organization' },
  changeTopics: ['locations', 'practice-times', 'closures'],
  openFeeds: ({ platform, settings }) => ({ geocoder: openGeocoder(settings, platform) }),
  async open({ platform: { db, clock, events }, settings: { locationsPerPerson }, feeds: { geocoder } }) {
    return {
      api: {},
      async routes(app) {
        locationRoutes(app, { db, clock, locationsPerPerson });
        organizationLocationRoutes(app, { db, clock, locationsPerPerson });
        placeChangeRoutes(app, { db, clock });
        await placeImportRoutes(app, { db, clock, geocoder });
        practiceTimeRoutes(app, { db, clock });
        geocodeRoutes(app, { geocoder });
        closureRoutes(app, { db, clock });
      },
      retention: [{ table: 'place_closures', keepMs: 400 * DAY_MS, dropBefore: dropClosuresBefore }],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'practice-times' || topic === 'closures') events.publish(topic, ids);
        },
        async reload() {},
      },
      close: () => geocoder.close(),
    };
  },
});

function openGeocoder({ geocoder }: LocationSettings, { http }: Pick<Platform, 'http'>): Geocoder {
  if (geocoder === null) return createOfflineGeocoder();
  if (geocoder.kind !== 'census') return createRemoteGeocoder({ ...geocoder, http });
  const { url } = geocoder;
  return createCensusGeocoder({ http, names: createOfflineGeocoder(), ...(url === null ? {} : { url }) });
}
