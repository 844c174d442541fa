export const listLocations = { method: 'GET', path: 'location' } as const;
export const listUserLocations = { method: 'GET', path: 'location/user/:userId' } as const;
export const addLocation = { method: 'POST', path: 'location/Add' } as const;
export const updateLocation = { method: 'POST', path: 'location/Update' } as const;
export const updateForecastLocation = {
  method: 'POST',
  path: 'location/Update/ForecastLocation/:id',
} as const;
export const saveUserLocations = {
  method: 'POST',
  path: 'location/Update/OrganizationLocation/:userId',
} as const;
export const deleteLocation = { method: 'DELETE', path: 'location/:id' } as const;
export const hasCoverage = { method: 'GET', path: 'Location/HasCoverage/:lat/:lon' } as const;
export const listOrganizationLocations = { method: 'GET', path: 'organizationLocation' } as const;
export const listOrganizationLocationsById = {
  method: 'GET',
  path: 'organizationLocation/customer/:id',
} as const;
export const listUserOrganizationLocations = {
  method: 'GET',
  path: 'organizationLocation/user/:id',
} as const;
export const listNotificationUserOrganizationLocations = {
  method: 'GET',
  path: 'organizationLocation/NotiUser/:id',
} as const;
export const getPracticeTimes = { method: 'GET', path: 'PracticeTimes/:id' } as const;
export const savePracticeTimes = { method: 'POST', path: 'PracticeTimes' } as const;
export const searchPlaces = { method: 'GET', path: 'Geocode/Search' } as const;
export const reversePlace = { method: 'GET', path: 'Geocode/Reverse' } as const;
export const addOrganizationLocation = { method: 'POST', path: 'organizationLocation/Add' } as const;
export const updateOrganizationLocation = { method: 'POST', path: 'organizationLocation/Update' } as const;
export const getOrganizationLocationUses = { method: 'GET', path: 'organizationLocation/Uses/:id' } as const;
export const deleteOrganizationLocation = { method: 'DELETE', path: 'organizationLocation/:id' } as const;
export const previewPlaceImport = { method: 'POST', path: 'organizationLocation/Import' } as const;
export const listPlaceImportRows = {
  method: 'GET',
  path: 'organizationLocation/Import/:id/Rows',
} as const;
export const getPlaceImportErrors = {
  method: 'GET',
  path: 'organizationLocation/Import/:id/Errors',
} as const;
export const importPlaces = { method: 'POST', path: 'organizationLocation/Import/:id' } as const;
export const listClosures = { method: 'GET', path: 'Closure' } as const;
export const closePlace = { method: 'POST', path: 'Closure' } as const;
export const changeClosure = { method: 'PUT', path: 'Closure/:id' } as const;
export const openPlace = { method: 'POST', path: 'Closure/:id/Open' } as const;
