import {
  createCensusGeocoder,
  createOfflineGeocoder,
  createRemoteGeocoder,
  type Geocoder,
} from '@allclear/adapters';
import { defineSubject, type Platform } from '../platform/subject.ts';
import { geocodeRoutes } from './geocode.routes.ts';
import { organizationLocationRoutes } from './organization-locations.routes.ts';
import { placeChangeRoutes } from './place-changes.routes.ts';
import { placeImportRoutes } from './place-imports.routes.ts';
import { practiceTimeRoutes } from './practice-times.routes.ts';
import { locationRoutes } from './routes.ts';
import { type LocationSettings, locationSettings } from './settings.ts';

export { type LightningLocks, lightningLocks } from './lightning-locks.store.ts';
export { practiceTimesOf, savePracticeTimes } from './practice-times.store.ts';
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
  topics: { locations: 'user', 'practice-times': 'organization' },
  changeTopics: ['locations', 'practice-times'],
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
      },
      changes: {
        apply({ topic, ids }) {
          if (topic === 'practice-times') events.publish('practice-times', ids);
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
