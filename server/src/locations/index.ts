import {
  createCensusGeocoder,
  createOfflineGeocoder,
  createRemoteGeocoder,
  type Geocoder,
} from '@allclear/adapters';
import { defineSubject, type Platform } from '../platform/subject.ts';
import { geocodeRoutes } from './geocode.routes.ts';
import { organizationLocationRoutes } from './organization-locations.routes.ts';
import { locationRoutes } from './routes.ts';
import { type LocationSettings, locationSettings } from './settings.ts';

export { lightningLocks } from './lightning-locks.store.ts';
export {
  labelledPlaces,
  listLocations,
  locationsOfPlace,
  observedPlaces,
  type StoredLocation,
  type WatchedLocation,
  watchedLocations,
} from './store.ts';
export { ownLocations, visibleLocation } from './visible-location.ts';
export { watchedPlaces } from './watched-places.store.ts';

export const locations = defineSubject({
  name: 'locations',
  settings: locationSettings,
  topics: { locations: 'user' },
  changeTopics: ['locations'],
  openFeeds: ({ platform, settings }) => ({ geocoder: openGeocoder(settings, platform) }),
  async open({ platform: { db, clock }, settings: { locationsPerPerson }, feeds: { geocoder } }) {
    return {
      api: {},
      routes(app) {
        locationRoutes(app, { db, clock, locationsPerPerson });
        organizationLocationRoutes(app, { db, clock, locationsPerPerson });
        geocodeRoutes(app, { geocoder });
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
