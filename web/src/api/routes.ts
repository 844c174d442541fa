import type * as contract from '@allclear/contract';
import type { Route } from '@allclear/contract';

/**
 * The routes the app calls. Method and path are spelt here a second time, checked by the compiler against the contract, so that the
 * schemas (and Zod, which probes for `eval` that our content security policy forbids) stay out of the browser.
 */
export interface WireRoute<R extends Route = Route> {
  readonly method: R['method'];
  readonly path: R['path'];
  /** Only for the compiler: which entry of the contract this is. */
  readonly contract?: R;
}

function wire<R extends Route>(method: R['method'], path: R['path']): WireRoute<R> {
  return { method, path };
}

export const getStatus = wire<typeof contract.getStatus>('GET', 'status');
export const events = wire<typeof contract.events>('GET', 'events');
export const getCurrentUser = wire<typeof contract.getCurrentUser>('GET', 'user/current');
export const getCustomer = wire<typeof contract.getCustomer>('GET', 'Customer');
export const listLocations = wire<typeof contract.listLocations>('GET', 'location');
export const addLocation = wire<typeof contract.addLocation>('POST', 'location/Add');
export const updateLocation = wire<typeof contract.updateLocation>('POST', 'location/Update');
export const deleteLocation = wire<typeof contract.deleteLocation>('DELETE', 'location/:id');
export const hasCoverage = wire<typeof contract.hasCoverage>('GET', 'Location/HasCoverage/:lat/:lon');
export const listOrganizationLocations = wire<typeof contract.listOrganizationLocations>('GET', 'organizationLocation');
export const searchPlaces = wire<typeof contract.searchPlaces>('GET', 'Geocode/Search');
export const reversePlace = wire<typeof contract.reversePlace>('GET', 'Geocode/Reverse');
export const getDelay = wire<typeof contract.getDelay>('GET', 'location/Delay/:id');
export const getLocationObservation = wire<typeof contract.getLocationObservation>('GET', 'observations/ForLocation/:id');
