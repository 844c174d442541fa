import type * as contract from '@allclear/contract';
import type { Route } from '@allclear/contract';

/**
 * The routes the app calls. Method and path are spelt here a second time, checked by the compiler against the
 * contract, so that the schemas (and Zod, which probes for `eval` that our content security policy forbids)
 * stay out of the browser.
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
export const getOrganization = wire<typeof contract.getOrganization>('GET', 'Customer');
export const listLocations = wire<typeof contract.listLocations>('GET', 'location');
export const addLocation = wire<typeof contract.addLocation>('POST', 'location/Add');
export const updateLocation = wire<typeof contract.updateLocation>('POST', 'location/Update');
export const deleteLocation = wire<typeof contract.deleteLocation>('DELETE', 'location/:id');
export const hasCoverage = wire<typeof contract.hasCoverage>('GET', 'Location/HasCoverage/:lat/:lon');
export const listOrganizationLocations = wire<typeof contract.listOrganizationLocations>(
  'GET',
  'organizationLocation',
);
export const searchPlaces = wire<typeof contract.searchPlaces>('GET', 'Geocode/Search');
export const reversePlace = wire<typeof contract.reversePlace>('GET', 'Geocode/Reverse');
export const listDelays = wire<typeof contract.listDelays>('GET', 'location/Delay');
export const getDelay = wire<typeof contract.getDelay>('GET', 'location/Delay/:id');
export const getLocationObservation = wire<typeof contract.getLocationObservation>(
  'GET',
  'observations/ForLocation/:id',
);
export const listWeatherStations = wire<typeof contract.listWeatherStations>('GET', 'WeatherStation');
export const getStationImage = wire<typeof contract.getStationImage>('GET', 'WeatherStation/Image/:id');
export const getStationImageLastModified = wire<typeof contract.getStationImageLastModified>(
  'GET',
  'Hardware/WeatherStation/Image/LastModified/:id',
);
export const getWeatherStation = wire<typeof contract.getWeatherStation>('GET', 'WeatherStation/:id');
export const listConditionsOfDay = wire<typeof contract.listConditionsOfDay>(
  'GET',
  'Observations/Historical/Day/:id',
);
export const listConditionsOfWeek = wire<typeof contract.listConditionsOfWeek>(
  'GET',
  'Observations/Historical/Week/:id',
);
export const listConditionsOfMonth = wire<typeof contract.listConditionsOfMonth>(
  'GET',
  'Observations/Historical/Month/:id',
);
export const listConditionsHistory = wire<typeof contract.listConditionsHistory>(
  'GET',
  'Observations/Historical/:id',
);
export const listPolicyTypes = wire<typeof contract.listPolicyTypes>('GET', 'policy/types');
export const listPolicies = wire<typeof contract.listPolicies>('GET', 'policy');
export const listOrganizationPolicies = wire<typeof contract.listOrganizationPolicies>(
  'GET',
  'policy/customer/:id',
);
export const listLocationTriggers = wire<typeof contract.listLocationTriggers>(
  'GET',
  'policy/organizationLocation/:id/triggers',
);
export const addPolicy = wire<typeof contract.addPolicy>('POST', 'policy');
export const updatePolicy = wire<typeof contract.updatePolicy>('PATCH', 'policy');
export const deletePolicy = wire<typeof contract.deletePolicy>('DELETE', 'policy/:id');
export const tryPolicy = wire<typeof contract.tryPolicy>('POST', 'policy/Backtest');
export const listSites = wire<typeof contract.listSites>('GET', 'site');
export const listAllViolations = wire<typeof contract.listAllViolations>('GET', 'observations/Violations');
export const listThreats = wire<typeof contract.listThreats>('GET', 'Threats/:id');
export const listAdvisories = wire<typeof contract.listAdvisories>('GET', 'Advisory/:id');
export const listAdvisoryDetails = wire<typeof contract.listAdvisoryDetails>('GET', 'Advisory/Detail/:id');
export const getTodayForecast = wire<typeof contract.getTodayForecast>(
  'GET',
  'forecast/Today/ForLocation/:id',
);
export const listHourlyForecast = wire<typeof contract.listHourlyForecast>(
  'GET',
  'forecast/Hourly/ForLocation/:id',
);
export const listTodayHours = wire<typeof contract.listTodayHours>(
  'GET',
  'forecast/Today/Hourly/ForLocation/:id',
);
export const listDailyForecast = wire<typeof contract.listDailyForecast>(
  'GET',
  'forecast/Daily/ForLocation/:id',
);
export const listAirQuality = wire<typeof contract.listAirQuality>('GET', 'AirQuality/Location/:id');
export const listAirQualityCategories = wire<typeof contract.listAirQualityCategories>(
  'GET',
  'AirQuality/Categories',
);
export const getWorkRest = wire<typeof contract.getWorkRest>(
  'GET',
  'WorkRest/ForLocation/:organizationLocationId',
);
export const getRiskProfile = wire<typeof contract.getRiskProfile>('GET', 'RiskProfile/:id');
export const getHeatSeries = wire<typeof contract.getHeatSeries>(
  'GET',
  'Observations/Heat/ForLocation/:organizationLocationId',
);
export const listRiskProfiles = wire<typeof contract.listRiskProfiles>('GET', 'RiskProfile');
export const listWorkRestProfiles = wire<typeof contract.listWorkRestProfiles>('GET', 'WorkRest/Profiles');
export const listWorkRestChoices = wire<typeof contract.listWorkRestChoices>('GET', 'WorkRest/Choices');
export const saveWorkRestChoice = wire<typeof contract.saveWorkRestChoice>('POST', 'WorkRest/Choices');
export const addWorkRestProfile = wire<typeof contract.addWorkRestProfile>('POST', 'WorkRest/Profiles');
export const updateWorkRestProfile = wire<typeof contract.updateWorkRestProfile>(
  'PATCH',
  'WorkRest/Profiles',
);
export const deleteWorkRestProfile = wire<typeof contract.deleteWorkRestProfile>(
  'DELETE',
  'WorkRest/Profiles/:id',
);
export const listLocationForecasts = wire<typeof contract.listLocationForecasts>(
  'GET',
  'ProactiveForecast/Location/:locationId',
);
export const listForecasts = wire<typeof contract.listForecasts>('GET', 'ProactiveForecast');
export const addForecast = wire<typeof contract.addForecast>('POST', 'ProactiveForecast');
export const expireForecast = wire<typeof contract.expireForecast>('POST', 'ProactiveForecast/Expire/:id');
export const listNotifications = wire<typeof contract.listNotifications>('POST', 'User/Notifications');
export const listSent = wire<typeof contract.listSent>('GET', 'Notifications/Sent');
export const getSentNotice = wire<typeof contract.getSentNotice>('GET', 'Notifications/Sent/:id');
export const getNotificationSettings = wire<typeof contract.getNotificationSettings>(
  'GET',
  'Settings/Notifications',
);
export const saveNotificationSettings = wire<typeof contract.saveNotificationSettings>(
  'POST',
  'Settings/Notifications',
);
export const listChannels = wire<typeof contract.listChannels>('GET', 'Settings/Channels');
export const sendTest = wire<typeof contract.sendTest>('POST', 'Settings/Notifications/Test');
export const getPush = wire<typeof contract.getPush>('GET', 'Settings/Push');
export const addPush = wire<typeof contract.addPush>('POST', 'Settings/Push');
export const removePush = wire<typeof contract.removePush>('DELETE', 'Settings/Push/:id');
export const listWebhooks = wire<typeof contract.listWebhooks>('GET', 'Webhook');
export const addWebhook = wire<typeof contract.addWebhook>('POST', 'Webhook');
export const deleteWebhook = wire<typeof contract.deleteWebhook>('DELETE', 'Webhook/:id');
export const listMailbox = wire<typeof contract.listMailbox>('GET', 'Mailbox');
export const clusterStrikes = wire<typeof contract.clusterStrikes>('GET', 'map/ClusterStrikes');
export const listStrikePoints = wire<typeof contract.listStrikePoints>('GET', 'map/StrikePoints');
export const getRadar = wire<typeof contract.getRadar>('GET', 'map/:type');
export const listBaseMaps = wire<typeof contract.listBaseMaps>('GET', 'map/base');
export const getBaseMapStyle = wire<typeof contract.getBaseMapStyle>('GET', 'map/base/:name');
export const stormVectors = wire<typeof contract.stormVectors>('GET', 'map/StormVectors/All');
export const stormReplay = wire<typeof contract.stormReplay>('GET', 'map/Replay');
export const listMapAlerts = wire<typeof contract.listMapAlerts>('GET', 'map/Alerts');
export const listZoneShapes = wire<typeof contract.listZoneShapes>('GET', 'map/Alerts/Zones');
export const alertsByPoint = wire<typeof contract.alertsByPoint>('POST', 'map/Alerts/ByPoint');
export const tropicalForecast = wire<typeof contract.tropicalForecast>('GET', 'map/TropicalForecast');
export const surfaceAnalysis = wire<typeof contract.surfaceAnalysis>('GET', 'map/SurfaceAnalysis');
export const getMapSettings = wire<typeof contract.getMapSettings>('GET', 'Settings/Map');
export const saveMapSettings = wire<typeof contract.saveMapSettings>('POST', 'Settings/Map');
export const getObservationAtPoint = wire<typeof contract.getObservationAtPoint>('GET', 'observations');
export const getMetarAtPoint = wire<typeof contract.getMetarAtPoint>('GET', 'observations/metar');
