// Over 300 lines: one entry for each route of the contract.
import { randomUUID } from 'node:crypto';
import type { Kind } from './organizations.ts';
import {
  deviceBody,
  forecastBody,
  hardwareBody,
  messageBody,
  policyBody,
  reportBody,
  riskBody,
  scheduleBody,
  showBody,
  snapshotBody,
  widgetBody,
  workRestBody,
} from './records/sample-bodies.ts';
import { jpeg } from './sample-image.ts';

/** Gives the id of a record of a kind. */
export type IdOf = (kind: Kind) => string;

/** How a route of the contract is called, and what of it names records. */
export interface RouteEntry {
  /** Values of the parameters in the path. */
  readonly params?: (id: IdOf) => Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** A body that the route accepts. */
  readonly body?: (id: IdOf, text: string) => unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The status with own ids and an API key, where the body lacks what no list of bodies can know or a session of
   * the app is needed; 200 unless set.
   */
  readonly ownStatus?: number;
}

const by = (kind: Kind): RouteEntry => ({ params: (id) => ({ id: id(kind) }) });
const ofOrganization: RouteEntry = { params: (id) => ({ customerId: id('organization') }) };
/** For a session of the app only: an API key is refused. */
const ofOrganizationInSession: RouteEntry = { ...ofOrganization, ownStatus: 403 };
const ofStation: RouteEntry = { params: (id) => ({ weatherStationId: id('station') }) };
const ofPlace: RouteEntry = {
  params: (id) => ({ organizationLocationId: id('organizationLocation') }),
};
const pressed = () => ({ key: randomUUID(), pressedAtMs: 1, sentAtMs: 1 });
const days = { startDate: '2026-06-01', endDate: '2026-06-06' };
const area = { top: '45', bottom: '43', left: '-111', right: '-109' };
const point = { latitude: '44', longitude: '-110' };
const image = { product: 'reflectivity', ...area, width: '64', height: '64' };

/** By method and path. The walk fails for a route without an entry. */
export const routeEntries: Readonly<Record<string, RouteEntry>> = {
  'GET status': {},
  'GET events': {},
  // It is over here: an organization exists.
  'POST Setup/Code': { body: (_id, text) => ({ code: text }), ownStatus: 409 },
  'POST Setup': {
    body: (_id, text) => ({
      ...{ code: text, name: text, timeZone: 'Eastern', supportEmail: 'help@setup.example' },
      ...{ firstName: text, email: 'new@setup.example', password: text, confirmedPassword: text },
    }),
    ownStatus: 409,
  },
  'POST Setup/TestMail': {},
  'GET AirQuality/Location/:id': by('location'),
  'GET AirQuality': { query: point },
  'GET AirQuality/Categories': {},
  'GET Advisory/:id': by('location'),
  'GET Advisory/Detail/:id': by('location'),
  'GET Audit': {},
  'GET Audit/Check': {},
  'GET Audit/Export': { query: { format: 'jsonl' } },
  'GET Audit/Key': {},
  'GET demonstration/Events': {},
  'POST demonstration/Events': { body: (id) => ({ kind: 'storm', locationId: id('location') }) },
  'GET map/Alerts': {},
  'GET map/Alerts/Zones': { query: { zones: 'FLZ052' } },
  'POST map/Alerts/ByPoint': { query: point },
  'GET Observations/Historical/:id': { ...by('station'), query: { hours: '6' } },
  'GET Observations/Historical/Day/:id': by('station'),
  'GET Observations/Historical/Week/:id': by('station'),
  'GET Observations/Historical/Month/:id': by('station'),
  'GET Observations/Historical/Custom/:id': {
    ...by('station'),
    query: { startDate: '2026-06-05T00:00:00Z', endDate: '2026-06-06T00:00:00Z' },
  },
  'GET Observations/Evapotranspiration/:id': { ...by('station'), query: { days: '3' } },
  'GET Observations/Evapotranspiration/Custom/:id': {
    ...by('station'),
    query: { startDate: '2026-06-01', endDate: '2026-06-04' },
  },
  'GET observations/ForLocation/:id': by('location'),
  'GET observations/ForLocations': {},
  'GET observations': { query: point },
  'GET observations/metar': { query: point },
  'GET forecast/Today/ForLocation/:id': by('location'),
  'GET forecast/Hourly/ForLocation/:id': { ...by('location'), query: { hours: '6' } },
  'GET forecast/Today/Hourly/ForLocation/:id': by('location'),
  'GET forecast/Today/Hourly': { query: point },
  'GET forecast/Daily/ForLocation/:id': by('location'),
  'GET WorkRest/ForLocation/:organizationLocationId': {
    params: (id) => ({ organizationLocationId: id('organizationLocation') }),
  },
  'GET RiskProfile/:id': by('riskProfile'),
  'GET RiskProfile': {},
  'GET WorkRest/Profiles': {},
  'GET ApiKey': {},
  // Keys are made in a session of the app: an API key is refused.
  'POST ApiKey': {
    body: (id, text) => ({
      ...{ name: text, permissions: ['locations:read'], locationIds: [id('location')] },
      organizationLocationIds: [id('organizationLocation')],
    }),
    ownStatus: 403,
  },
  'PATCH ApiKey': { body: (id, text) => ({ id: id('apiKey'), name: text }), ownStatus: 403 },
  'POST ApiKey/Rotate/:id': { ...by('apiKey'), ownStatus: 403 },
  'DELETE ApiKey/:id': { ...by('apiKey'), ownStatus: 403 },
  'GET cap/Feed': {},
  // The parts of organizations have no message: the storm has not come.
  'GET cap/Alert/:id': { params: () => ({ id: 'none' }), ownStatus: 404 },
  'GET cap/:secret/Feed': { params: () => ({ secret: 'none' }), ownStatus: 404 },
  'GET cap/:secret/Alert/:id': { params: () => ({ secret: 'none', id: 'none' }), ownStatus: 404 },
  'GET cap/Address': {},
  'GET public/:customerName/:sirenName/Widget': {
    params: () => ({ customerName: 'none', sirenName: 'none' }),
    ownStatus: 404,
  },
  'GET public/:customerName/:sirenName/Widget/Events': {
    params: () => ({ customerName: 'none', sirenName: 'none' }),
    ownStatus: 404,
  },
  'GET public/Widget/:id': { params: () => ({ id: 'none' }), ownStatus: 404 },
  'GET public/Widget/:id/Picture/:name': { params: () => ({ id: 'none', name: 'none' }), ownStatus: 404 },
  'GET Widget/All': {},
  'GET Widget/Customer/:customerId': ofOrganization,
  'GET Widget/Choices/:customerId': ofOrganization,
  'GET Widget/Customers': { query: { name: 'a' } },
  'GET Widget/:id': by('widget'),
  // Ids that are not the organization's count as gone, and the answer has the time: what is asked for is shown to be nothing in `widgets.db.test.ts`.
  'POST Widget/Preview': { body: (id, text) => ({ name: text, customerId: id('organization') }) },
  // No list of bodies knows an LR1 policy.
  'POST Widget': {
    body: (id, text) => widgetBody(text, id('organizationLocation'), id('policy')),
    ownStatus: 400,
  },
  'PUT Widget/:id': {
    ...by('widget'),
    body: (id, text) => widgetBody(text, id('organizationLocation'), id('policy')),
    ownStatus: 400,
  },
  'POST Widget/:id/Address': by('widget'),
  'DELETE Widget/:id': by('widget'),
  'GET ThunderReport': {},
  'POST ThunderReport': {
    body: (id) => ({
      ...{ organizationLocationId: id('organizationLocation'), key: '8f5f1c30-93a2-4f3a-9d0a-0f3f7d1c2b11' },
      // Of hours ago: it is recorded and sounds no siren.
      ...{ pressedAtMs: 1, sentAtMs: 4 * 3_600_000 },
    }),
  },
  'POST ThunderReport/:id/TakeBack': { ...by('thunderReport'), body: (_id, text) => ({ reason: text }) },
  'GET Timeline/:organizationLocationId': {
    params: (id) => ({ organizationLocationId: id('organizationLocation') }),
  },
  'GET Timeline/:organizationLocationId/Export': {
    params: (id) => ({ organizationLocationId: id('organizationLocation') }),
  },
  'GET Duty': {},
  'GET Duty/Now': {},
  'GET Duty/:id': by('organizationLocation'),
  'PUT Duty/:id': {
    ...by('organizationLocation'),
    body: () => ({
      watcher: { userId: null, standIns: [] },
      decisionMaker: { userId: null, standIns: [] },
    }),
  },
  'GET Closure': {},
  'POST Closure': {
    body: (id, text) => ({
      organizationLocationId: id('organizationLocation'),
      reason: text,
      untilUtc: null,
    }),
  },
  'PUT Closure/:id': { ...by('closure'), body: (_id, text) => ({ reason: text, untilUtc: null }) },
  'POST Closure/:id/Open': { ...by('closure'), body: () => ({}) },
  'GET Response/Open': {},
  'POST Response/:id': {
    ...by('responseRequest'),
    body: (_id, text) => ({ key: '2f0a3c1e-6b57-4d0e-8a0f-5a2c9d7e1b33', kind: 'inside', place: text }),
  },
  'GET Response/Request/:id': by('responseRequest'),
  'GET Response/Request/:id/People': by('responseRequest'),
  'GET Response/Warnings': {},
  'GET Response/Escalation': {},
  'PUT Response/Escalation': {
    // An organization whose escalation was never saved has the revision 0.
    body: (id) => ({
      ...{ steps: [{ target: { kind: 'person', id: id('user') }, afterMinutes: 5 }], revision: 0 },
    }),
  },
  // The token is in a header; there is none.
  'GET public/Response': { ownStatus: 404 },
  'POST public/Response': {
    body: () => ({ key: '2f0a3c1e-6b57-4d0e-8a0f-5a2c9d7e1b33', kind: 'read' }),
    ownStatus: 404,
  },
  // Without a provider that passes SMS on there is no such route.
  'POST ReceivedSms/Twilio': { body: (_id, text) => ({ Body: text, From: text }), ownStatus: 404 },
  'POST ReceivedSms/Gateway': { body: (_id, text) => ({ id: text, from: text, text }), ownStatus: 404 },
  'GET RollCall/Shelters/:organizationLocationId': ofPlace,
  'POST RollCall/Shelters/:organizationLocationId': {
    ...ofPlace,
    body: (_id, text) => ({ name: text, capacity: null, minutesToReach: 3 }),
  },
  'PUT RollCall/Shelter/:id': {
    ...by('shelter'),
    body: (_id, text) => ({ name: text, capacity: 30, minutesToReach: 3 }),
  },
  'DELETE RollCall/Shelter/:id': { ...by('shelter'), body: () => ({}) },
  'PUT RollCall/Shelter/:id/Open': { ...by('shelter'), body: () => ({ isOpen: true }) },
  'POST RollCall/Shelter/:id/Code': { ...by('shelter'), body: () => ({}) },
  'GET RollCall/Groups/:organizationLocationId': ofPlace,
  'POST RollCall/Groups/:organizationLocationId': {
    ...ofPlace,
    body: (_id, text) => ({ name: text, expected: 24 }),
  },
  'PUT RollCall/Group/:id': { ...by('rollCallGroup'), body: (_id, text) => ({ name: text, expected: 24 }) },
  'DELETE RollCall/Group/:id': { ...by('rollCallGroup'), body: () => ({}) },
  'GET RollCall/Settings': {},
  // Names stay on: each kind of record has been made by then, and the revision is that of the first.
  'PUT RollCall/Settings': { body: () => ({ names: true, revision: 1 }) },
  'GET RollCall/Place/:organizationLocationId': ofPlace,
  'POST RollCall/Place/:organizationLocationId': {
    ...ofPlace,
    body: () => ({ key: randomUUID(), isDrill: true }),
  },
  'GET RollCall/:id': by('rollCall'),
  'POST RollCall/:id/End': { ...by('rollCall'), body: () => ({ revision: 1 }) },
  'POST RollCall/:id/Group': {
    ...by('rollCall'),
    body: (_id, text) => ({ key: randomUUID(), name: text, expected: 3 }),
  },
  // A group or member is of the roll-call that its organization made first; `roll-call.db.test.ts` changes those of its own.
  'PUT RollCall/:id/Group/:groupId': {
    params: (id) => ({ id: id('rollCall'), groupId: id('calledGroup') }),
    body: () => ({ expected: 3, revision: 1 }),
    ownStatus: 404,
  },
  'POST RollCall/:id/Group/:groupId/Members': {
    params: (id) => ({ id: id('rollCall'), groupId: id('calledGroup') }),
    body: (_id, text) => ({ members: [{ key: randomUUID(), name: text }] }),
    ownStatus: 404,
  },
  'DELETE RollCall/:id/Member/:memberId': {
    params: (id) => ({ id: id('rollCall'), memberId: id('rollCallMember') }),
    ownStatus: 404,
  },
  'POST RollCall/:id/Count': {
    ...by('rollCall'),
    body: (id) => ({ ...pressed(), groupId: id('calledGroup'), shelterId: id('shelter'), people: 3 }),
    ownStatus: 400,
  },
  'POST RollCall/:id/Tick': {
    ...by('rollCall'),
    body: (id) => ({ ...pressed(), memberId: id('rollCallMember'), shelterId: null }),
    ownStatus: 400,
  },
  'POST RollCall/:id/CheckIn': {
    ...by('rollCall'),
    body: (id) => ({ ...pressed(), shelterId: id('shelter') }),
    ownStatus: 400,
  },
  // The code is in a header; there is none.
  'GET public/CheckIn': { ownStatus: 404 },
  'POST public/CheckIn': {
    body: () => ({ ...pressed(), deviceKey: randomUUID(), people: 1 }),
    ownStatus: 404,
  },
  'GET Show': {},
  'GET Show/Choices': {},
  'GET Show/:id': by('show'),
  'POST Show/Preview': { body: (id, text) => showBody(text, id('organizationLocation')) },
  'POST Show': { body: (id, text) => showBody(text, id('organizationLocation')) },
  'PUT Show/:id': { ...by('show'), body: (id, text) => showBody(text, id('organizationLocation')) },
  'DELETE Show/:id': by('show'),
  'GET Show/:id/Link': by('show'),
  'POST Show/:id/Link': { ...by('show'), body: (_id, text) => ({ name: text, days: 7 }) },
  // A link is of the show that its organization made first; `shows.db.test.ts` revokes it by its own show.
  'DELETE Show/:id/Link/:linkId': {
    params: (id) => ({ id: id('show'), linkId: id('showLink') }),
    ownStatus: 404,
  },
  // The token is in a header; there is none.
  'GET public/Show': { ownStatus: 404 },
  'GET public/Show/Stream': { ownStatus: 404 },
  'GET public/Show/Picture/:name': { params: () => ({ name: 'none' }), ownStatus: 404 },
  'GET LiveStream/CameraFeed/All': {},
  'GET LiveStream/CameraFeed/Customer/:customerId': ofOrganization,
  'GET LiveStream/ConsumedMinutes/Customer/:customerId': ofOrganization,
  'GET LiveStream/Logs/Customer/:customerId': ofOrganization,
  'GET LiveStream/Usage/Customer/:customerId': ofOrganization,
  'GET LiveStream/Camera/:id': by('camera'),
  'POST LiveStream/Camera': { body: (_id, text) => ({ name: text, kind: 'simulated' }) },
  'PUT LiveStream/Camera/:id': {
    ...by('camera'),
    body: (_id, text) => ({ name: text, kind: 'simulated' }),
  },
  'DELETE LiveStream/Camera/:id': by('camera'),
  'POST LiveStream/Camera/:id/Check': by('camera'),
  'GET LiveStream/ShareLink': {},
  // Sharing is switched off unless an admin switches it on.
  'POST LiveStream/ShareLink': {
    body: (id, text) => ({ name: text, cameraId: id('camera'), hours: 1 }),
    ownStatus: 409,
  },
  'DELETE LiveStream/ShareLink/:id': by('cameraLink'),
  'PUT LiveStream/Sharing': { body: () => ({ sharing: false }) },
  'POST public/CameraLink': { body: (_id, text) => ({ token: text }), ownStatus: 404 },
  'POST Support/Widget': {
    body: (id) => ({ recipient: 'web@school.example', widgetId: id('widget') }),
  },
  'POST cap/Address': { ownStatus: 403 },
  'DELETE cap/Address': { ownStatus: 403 },
  'GET metrics/places': {},
  'POST reports/generate': {
    body: (id, text) => reportBody(text, id('station'), id('user')),
    ownStatus: 202,
  },
  'GET reports': {},
  'GET reports/:id': by('report'),
  'POST reports/:id/cancel': by('report'),
  'DELETE reports/:id': by('report'),
  // It has not been made.
  'GET reports/:id/file': { ...by('report'), ownStatus: 404 },
  'GET reports/recurring': {},
  'POST reports/recurring/:id': {
    ...by('recurringReport'),
    body: () => ({ isPaused: true, revision: 1 }),
  },
  'DELETE reports/recurring/:id': by('recurringReport'),
  'GET DisplayLink': {},
  'POST DisplayLink': { body: (id, text) => ({ name: text, locationIds: [id('location')], days: 7 }) },
  'DELETE DisplayLink/:id': by('displayLink'),
  'GET WorkRest/Choices': {},
  'POST WorkRest/Choices': {
    body: (id) => ({
      organizationLocationId: id('organizationLocation'),
      profileId: id('workRestProfile'),
    }),
  },
  'POST WorkRest/Profiles': {
    body: (id, text) => ({ ...workRestBody(text), useRiskProfile: true, riskProfileId: id('riskProfile') }),
  },
  'PATCH WorkRest/Profiles': {
    body: (id, text) => ({ ...workRestBody(text), id: id('workRestProfile'), revision: 1 }),
  },
  'DELETE WorkRest/Profiles/:id': by('workRestProfile'),
  'POST RiskProfile': { body: (_id, text) => riskBody(text) },
  'PATCH RiskProfile': { body: (id, text) => ({ ...riskBody(text), id: id('riskProfile'), revision: 1 }) },
  'DELETE RiskProfile/:id': by('riskProfile'),
  'GET Observations/Heat/ForLocation/:organizationLocationId': {
    params: (id) => ({ organizationLocationId: id('organizationLocation') }),
    query: { hours: '6' },
  },
  'GET ingest/feeds': {},
  'POST ingest/feeds': { body: (_id, text) => ({ name: text, vouches: false }) },
  'DELETE ingest/feeds/:id': by('strikeFeed'),
  'POST ingest/strikes': {
    body: (_id, text) => ({
      feed: text,
      strikes: [{ timeUtc: '2026-06-06T20:00:10Z', latitude: 44, longitude: -110 }],
    }),
  },
  'GET location/Delay/:id': by('location'),
  'GET location/LightningTape/:id': by('location'),
  'GET location/Delay': {},
  'GET location': {},
  'GET location/user/:userId': { params: (id) => ({ userId: id('user') }) },
  'POST location/Add': {
    body: (id, text) => ({
      ...{ label: text, latitude: 44, longitude: -110 },
      organizationLocationId: id('organizationLocation'),
    }),
  },
  'POST location/Update': { body: (id, text) => ({ id: id('location'), label: text }) },
  'POST location/Update/ForecastLocation/:id': { ...by('location'), body: () => ({}) },
  'POST location/Update/OrganizationLocation/:userId': {
    params: (id) => ({ userId: id('user') }),
    body: (id, text) => [{ label: text, organizationLocationId: id('organizationLocation') }],
  },
  'DELETE location/:id': by('location'),
  'GET Location/HasCoverage/:lat/:lon': { params: () => ({ lat: '44', lon: '-110' }) },
  'GET organizationLocation': {},
  'GET organizationLocation/customer/:id': by('organization'),
  'GET organizationLocation/user/:id': by('user'),
  'GET organizationLocation/NotiUser/:id': by('notificationUser'),
  'GET Geocode/Search': { query: { query: 'Tampa' } },
  'GET Geocode/Reverse': { query: point },
  'GET map/RoadCondition': { query: point },
  'GET map/TropicalForecast': {},
  'GET map/StormVectors/All': {},
  'GET map/ClusterStrikes': { query: { ...area, zoom: '6', nonClusterLevel: '8' } },
  'GET map/Strikes': { query: area },
  'GET map/StrikePoints': { query: area },
  'GET map/SurfaceAnalysis': {},
  'GET map/url': { query: { product: 'reflectivity' } },
  'GET map/base': {},
  'GET map/base/:name': { params: () => ({ name: 'street' }) },
  'GET map/base/:name/tiles/:source/:z/:x/:y': {
    params: () => ({ name: 'street', source: 'a', z: '1', x: '0', y: '0' }),
  },
  'GET map/base/:name/data/:source': { params: () => ({ name: 'street', source: 'a' }) },
  'GET map/base/:name/glyphs/:fonts/:range': {
    params: () => ({ name: 'street', fonts: 'Inter', range: '0-255' }),
  },
  'GET map/base/:name/sprite/:file': { params: () => ({ name: 'street', file: 'sprite.json' }) },
  'GET Settings/Map': {},
  'POST Settings/Map': { body: () => ({}) },
  'GET map/:type': { params: () => ({ type: 'radar' }), query: { product: 'reflectivity' } },
  'GET map/:type/WMS': { params: () => ({ type: 'radar' }), query: image },
  'GET map/:type/TMS': { params: () => ({ type: 'radar' }), query: image },
  'GET map/:type/TMS/:frame/:z/:x/:y': {
    params: () => ({ type: 'radar', frame: 'latest', z: '1', x: '0', y: '0' }),
  },
  'GET map/Replay': { query: point },
  'GET ProactiveForecast/Location/:locationId': {
    params: (id) => ({ locationId: id('organizationLocation') }),
  },
  'GET ProactiveForecast': {},
  'POST ProactiveForecast': {
    body: (id, text) => forecastBody(text, id('organizationLocation')),
  },
  'POST ProactiveForecast/Expire/:id': by('forecast'),
  'GET Communication/Mass/History': {},
  'GET Communication/Mass/History/:id/Recipients': by('massMessage'),
  'GET Communication/Mass/Addressees': {},
  'POST Communication/Mass/Preview': { body: (id, text) => messageBody(text, id('user')) },
  'POST Communication/Mass/Send': {
    body: (id, text) => ({ ...messageBody(text, id('user')), key: randomUUID() }),
  },
  'GET Communication/Mass/Templates': {},
  'POST Communication/Mass/Create/Template': { body: (_id, text) => messageBody(text) },
  'POST Communication/Mass/Update/Template': {
    body: (id, text) => ({ ...messageBody(text), id: id('messageTemplate') }),
  },
  'DELETE Communication/Mass/Delete/Template/:id': by('messageTemplate'),
  'POST User/Notifications': { body: () => ({}) },
  'GET Notifications/Sent': {},
  'GET Notifications/Sent/:id': by('notice'),
  'GET Settings/Notifications': {},
  'POST Settings/Notifications': { body: () => ({ emailNotifications: true }) },
  'GET Settings/AlertTimes': {},
  'POST Settings/AlertTimes': {
    body: () =>
      [1, 2, 3, 4, 5, 6, 7].map((day) => ({
        ...{ day, enabled: true, allDay: true },
        ...{ startTime: '00:00:00', endTime: '24:00:00' },
      })),
  },
  'GET Settings/Position': {},
  'POST Settings/Position': {
    body: () => ({
      ...{ deviceId: '6f1c3d1e-6c52-4b7c-9a43-1f7d1f0f4a11', latitude: 44, longitude: -110 },
      ...{ accuracyMeters: 20, ageSeconds: 1 },
    }),
    // Nobody of the walk has an Alert Mode with geofence.
    ownStatus: 409,
  },
  'DELETE Settings/Position': {},
  'GET Settings/Channels': {},
  'POST Settings/Notifications/Test': {},
  'GET Settings/Push': {},
  'POST Settings/Push': {
    body: (_id, text) => ({
      endpoint: `https://push.invalid/${encodeURIComponent(text)}`,
      keys: {
        p256dh: Buffer.alloc(65, 4).toString('base64url'),
        auth: Buffer.alloc(16, 1).toString('base64url'),
      },
    }),
  },
  'DELETE Settings/Push/:id': by('push'),
  'GET Webhook': {},
  'POST Webhook': {
    body: (_id, text) => ({
      url: `https://hooks.invalid/${encodeURIComponent(text)}`,
      kinds: ['audit.head'],
    }),
  },
  'DELETE Webhook/:id': by('webhook'),
  'POST Webhook/OrgLocSite': {
    body: (id) => ({
      ...{ webhookId: id('informacastWebhook'), siteId: id('group') },
      organizationLocationId: id('organizationLocation'),
    }),
  },
  // InformaCast is not there, and what is stored of it cannot be opened.
  'POST connection/verify': { body: (_id, text) => ({ token: text }), ownStatus: 503 },
  'GET connection/customer/:customerId': ofOrganization,
  'POST connection': {
    body: (id, text) => ({ customerId: id('organization'), token: text }),
    ownStatus: 503,
  },
  'DELETE connection/:id': by('informacastConnection'),
  'GET singlewire/sites/customer/:customerId': { ...ofOrganization, ownStatus: 409 },
  'GET singlewire/scenarios/customer/:customerId': { ...ofOrganization, ownStatus: 409 },
  'GET scenario-mappings/customer/:customerId': ofOrganization,
  'POST scenario-mappings': {
    body: (id, text) => ({
      ...{ integrationConfigId: id('informacastConnection'), policyGroupId: id('group') },
      organizationLocationId: id('organizationLocation'),
      ...{ singlewireSiteId: text, singlewireScenarioId: text },
    }),
    ownStatus: 409,
  },
  'DELETE scenario-mappings/:id': by('scenarioTrigger'),
  // The weather is simulated, and InformaCast is no simulator.
  'POST scenario-mappings/Test/:id': { ...by('scenarioTrigger'), ownStatus: 409 },
  'GET scenario-mappings/Launches/:id': by('scenarioTrigger'),
  'PATCH Webhook': {
    body: (id, text) => ({
      ...{ id: id('webhook'), name: text, organizationLocationIds: [id('organizationLocation')] },
    }),
  },
  'POST Webhook/Secret/:id': by('webhook'),
  'POST Webhook/Test/:id': by('webhook'),
  'GET Webhook/Log/:id': by('webhook'),
  'POST Webhook/Resend/:id': by('webhookDelivery'),
  'POST Webhook/Replay': {
    body: (id) => ({
      ...{ id: id('webhook'), fromUtc: '2026-06-06T20:00:00Z', toUtc: '2026-06-06T21:00:00Z' },
    }),
  },
  'GET Mailbox': {},
  'POST Delivery/Twilio/:id': { ...by('notice'), body: () => ({}) },
  'POST Delivery/Gateway/:id': { ...by('notice'), body: () => ({ status: 'delivered' }) },
  'GET Settings/Organization': {},
  'POST Settings/Organization': { body: (_id, text) => ({ name: text }) },
  'POST organizationLocation/Add': {
    body: (_id, text) => ({ name: text, address: text, latitude: 44, longitude: -110 }),
  },
  'POST organizationLocation/Update': {
    body: (id, text) => ({ id: id('organizationLocation'), name: text, address: text }),
  },
  'POST organizationLocation/Import': {
    body: (_id, text) => Buffer.from(`Name,Latitude,Longitude\n${text},44,-110\n`),
    headers: { 'content-type': 'text/csv' },
  },
  'GET organizationLocation/Import/:id/Rows': by('placeImport'),
  'GET organizationLocation/Import/:id/Errors': by('placeImport'),
  'POST organizationLocation/Import/:id': by('placeImport'),
  'POST user/Import': {
    body: (_id, text) => Buffer.from(`First Name,Email,Role\n${text},new@import.example,Notification Only\n`),
    headers: { 'content-type': 'text/csv' },
  },
  'GET user/Import/:id/Rows': by('personImport'),
  'GET user/Import/:id/Errors': by('personImport'),
  'POST user/Import/:id': by('personImport'),
  'GET organizationLocation/Uses/:id': by('organizationLocation'),
  'DELETE organizationLocation/:id': by('organizationLocation'),
  'GET operator/Organizations': {},
  'GET operator/Organizations/:id': by('organization'),
  'POST operator/Organizations': {
    body: (_id, text) => ({
      ...{ name: text, supportEmail: 'help@added.example', firstName: text, timeZone: 'Eastern' },
      email: `${text.replaceAll(/\W/g, '-')}@added.example`,
    }),
  },
  'PATCH operator/Organizations': { body: (id, text) => ({ id: id('organization'), name: text }) },
  'POST operator/Organizations/Erase': { body: (id, text) => ({ id: id('organization'), name: text }) },
  'POST operator/Impersonation': {
    body: (id, text) => ({ userId: id('user'), reason: text, codeChallenge: 'a'.repeat(43) }),
  },
  'POST account/impersonation/end': {},
  'GET operator/Profile': {},
  'POST operator/Profile': { body: (_id, text) => ({ firstName: text, lastName: text }) },
  'GET Settings/Impersonations': {},
  'GET Customer': {},
  'GET Customer/:id': by('organization'),
  'GET user/current': {},
  'GET user/customer': {},
  'GET user/roles': {},
  'POST user/roles': { body: (id) => ({ userId: id('user'), roleId: 4 }) },
  'POST user': {
    body: (id, text) => ({
      ...{ firstName: text, email: `${text.replaceAll(/\W/g, '-')}@accounts.example` },
      ...{ timeZone: 'Eastern', roleId: 4, siteId: id('group') },
    }),
    headers: { returnuser: '' },
  },
  'POST user/update': { body: (id, text) => ({ id: id('user'), firstName: text, siteId: id('group') }) },
  'DELETE user/:id': by('user'),
  'DELETE user/demote': { body: (id) => ({ id: id('user') }) },
  'POST user/PromoteNotificationOnlyUser': {
    body: (id, text) => ({
      ...{ id: id('notificationUser'), firstName: text, roleId: 4, siteId: id('group') },
      email: `${text.replaceAll(/\W/g, '-')}@promoted.example`,
    }),
  },
  'GET account/sendactivateemail': { query: { id: '00000000-0000-4000-8000-000000000000' } },
  'POST account/change': {
    // Keys may not call it at all, whatever the id: own-account.db.test.ts has the ids of others.
    body: (_id, text) => ({
      userId: '00000000-0000-4000-8000-000000000000',
      ...{ currentPassword: text, newPassword: text, confirmedNewPassword: text },
    }),
  },
  'GET account/sessions': {},
  'DELETE account/sessions/:id': { params: () => ({ id: 'no-session' }) },
  'DELETE account/sessions': {},
  'GET account/factors': {},
  'POST account/factors/totp': { body: (_id, text) => ({ currentPassword: text }) },
  'POST account/factors/totp/confirm': { body: (_id, text) => ({ pending: text, code: '123456' }) },
  'POST account/factors/totp/remove': { body: (_id, text) => ({ currentPassword: text }) },
  'POST account/factors/recoverycodes': { body: (_id, text) => ({ currentPassword: text }) },
  'POST account/factors/passkey': { body: (_id, text) => ({ currentPassword: text }) },
  'POST account/factors/passkey/confirm': {
    body: (_id, text) => ({ pending: text, name: text, response: { id: 'AAAA', type: 'public-key' } }),
  },
  'POST account/factors/passkey/remove': {
    body: (_id, text) => ({ currentPassword: text, id: '00000000-0000-4000-8000-000000000000' }),
  },
  'POST account/factors/reset': { body: (id) => ({ id: id('user') }) },
  'GET customer/:customerId/sso': ofOrganization,
  'POST customer/:customerId/sso': {
    ...ofOrganizationInSession,
    body: (id, text) => ({
      ...{ customerId: id('organization'), IDPType: 'Oidc', IDPDisplayName: text, ForceSSO: false },
      ...{ AutoProvision: false, issuer: 'https://issuer.example', clientId: text, clientSecret: text },
    }),
  },
  'DELETE customer/:customerId/sso': ofOrganizationInSession,
  'POST customer/:customerId/sso/domains': {
    ...ofOrganizationInSession,
    body: (_id, text) => ({ domain: text }),
  },
  'POST customer/:customerId/sso/domains/prove': {
    ...ofOrganizationInSession,
    body: (_id, text) => ({ domain: text }),
  },
  'DELETE customer/:customerId/sso/domains/:domain': {
    ...ofOrganizationInSession,
    params: (id) => ({ customerId: id('organization'), domain: 'bay.example' }),
  },
  'POST customer/:customerId/sso/test': ofOrganizationInSession,
  'POST customer/:customerId/sso/test/end': {
    ...ofOrganizationInSession,
    body: (_id, text) => ({ ticket: text }),
  },
  'GET Settings/SecondFactor': {},
  'POST Settings/SecondFactor': { body: () => ({ roles: [] }) },
  'GET Consultation': {},
  'POST Consultation': {
    body: (_id, text) => ({ message: text, preferredContact: 'email', email: 'ada@bay.example' }),
  },
  'POST Support': { body: (_id, text) => ({ subject: text.slice(0, 100), message: text }) },
  'GET user/profile': {},
  'POST user/profile': { body: (_id, text) => ({ firstName: text }) },
  'POST account/email': { body: (_id, text) => ({ email: 'new@bay.example', currentPassword: text }) },
  'POST account/email/confirm': { body: (_id, text) => ({ token: text.slice(0, 200) }) },
  'GET account/export': {},
  'GET user/:id/export': by('user'),
  // The confirmation is the full name of the person: erase.db.test.ts has it.
  'POST user/erase': { body: (id, text) => ({ id: id('user'), confirmation: text }), ownStatus: 400 },
  'GET notificationuser': {},
  'POST notificationuser': {
    body: (id, text) => ({
      ...{ firstName: text, email: `${text.replaceAll(/\W/g, '-')}@people.example` },
      siteId: id('group'),
    }),
  },
  'POST notificationuser/update': {
    body: (id, text) => ({ id: id('notificationUser'), firstName: text, siteId: id('group') }),
  },
  'DELETE notificationuser/:id': by('notificationUser'),
  'GET notificationuser/:id/emailsubscriptions': by('notificationUser'),
  'GET site': {},
  'GET site/user': {},
  'GET site/:id': by('group'),
  'POST site/add': {
    body: (id, text) => ({
      ...{ name: text, users: [id('user')], notificationUsers: [id('notificationUser')] },
      organizationLocations: [id('organizationLocation')],
    }),
  },
  'POST site/update': {
    body: (id, text) => ({
      ...{ id: id('group'), name: text, users: [id('user')], notificationUsers: [id('notificationUser')] },
      organizationLocations: [id('organizationLocation')],
    }),
  },
  'POST site/delete/:id': by('group'),
  'GET PracticeTimes/:id': by('organizationLocation'),
  'POST PracticeTimes': {
    body: (id, text) => ({
      organizationLocationId: id('organizationLocation'),
      times: [
        {
          ...{ name: text, weekdays: [1], startsAt: '16:00', endsAt: '18:00' },
          ...{ validFrom: null, validUntil: null, exceptions: [] },
        },
      ],
    }),
  },
  'GET Today/:id': by('location'),
  'GET organizationLocation/Sites/:id': by('organizationLocation'),
  'POST organizationLocation/Sites': {
    body: (id) => ({ organizationLocationId: id('organizationLocation'), sites: [id('group')] }),
  },
  'DELETE organizationLocation/Sites/:id': by('organizationLocation'),
  'GET policy/types': {},
  'GET policy': {},
  'GET policy/site': {},
  'GET policy/site/:id': by('group'),
  'GET policy/locked/:siteId': { params: (id) => ({ siteId: id('group') }) },
  'GET policy/customer/:id': by('organization'),
  'GET policy/userPolicies/:id': by('user'),
  'GET policy/organizationLocation/:id/triggers': by('organizationLocation'),
  'POST policy': { body: (id, text) => policyBody(text, id('group')) },
  'PATCH policy': { body: (id, text) => ({ id: id('policy'), name: text, sites: [id('group')] }) },
  'DELETE policy/:id': by('policy'),
  'POST policy/Backtest': {
    body: (id, text) => ({
      ...policyBody(text, id('group')),
      ...{ from: '2026-06-06T19:00:00Z', to: '2026-06-06T20:00:00Z' },
    }),
  },
  'GET WeatherStation': {},
  'GET WeatherStation/:id': by('station'),
  'POST WeatherStation': {
    body: (id, text) => ({
      ...{ name: text, organizationLocationId: id('organizationLocation') },
    }),
  },
  'DELETE WeatherStation/:id': by('station'),
  'GET WeatherStation/Readable': {},
  'GET WeatherStation/Current/:id': by('station'),
  'GET WeatherStation/Features/:id': by('station'),
  'PATCH WeatherStation/Shared': { body: (id) => ({ id: id('station'), shared: false }) },
  // Open only while a station is shared and its organization is on trial.
  'GET public/WeatherStation/:id': { ...by('station'), ownStatus: 404 },
  'GET public/WeatherStation/:id/Image': { ...by('station'), ownStatus: 404 },
  'GET public/WeatherStation/:id/Historical': { ...by('station'), ownStatus: 404 },
  'GET Hardware': {},
  'GET Hardware/:id': by('hardware'),
  'GET Hardware/WeatherStation/:id': by('station'),
  'GET Hardware/OWS/:id': by('hardware'),
  'PATCH Hardware/OWS/Settings': {
    body: (id, text) => ({ id: id('hardware'), radius: 12, postWarnMessage: text }),
  },
  'GET Hardware/Drivers': {},
  'GET Hardware/Connection/:id': by('hardware'),
  'POST Hardware': { body: (id, text) => hardwareBody(text, id('organizationLocation')) },
  'PATCH Hardware': {
    body: (id, text) => ({
      ...{ id: id('hardware'), name: text, organizationLocationId: id('organizationLocation') },
    }),
  },
  'DELETE Hardware/:id': by('hardware'),
  'POST Hardware/CheckConnection': {
    body: (id, text) => ({ ...deviceBody(text), id: id('hardware') }),
  },
  'GET Hardware/Commands/:id': by('hardware'),
  'GET Siren': {},
  'POST Support/Disable': { body: (id, text) => ({ id: id('hardware'), message: text }) },
  'POST Support/Enable': { body: (id, text) => ({ id: id('hardware'), message: text }) },
  'POST Support/Siren/Disable': { body: (id, text) => ({ id: id('hardware'), message: text }) },
  'POST Support/Siren/Enable': { body: (id, text) => ({ id: id('hardware'), message: text }) },
  'POST RemoteRelay': {
    body: (id, text) => ({ ...{ hardwareId: id('hardware'), name: text, output: 'switch:6' } }),
  },
  'PATCH RemoteRelay': { body: (id, text) => ({ id: id('relay'), name: text, policyId: id('policy') }) },
  'DELETE RemoteRelay/Relay/:id': by('relay'),
  'GET PA/StoredMessages': {},
  'POST PA/StoredMessage': { body: (_id, text) => ({ title: text, message: text }) },
  'PATCH PA/StoredMessage': { body: (id, text) => ({ id: id('storedMessage'), message: text }) },
  'DELETE PA/StoredMessage/:id': by('storedMessage'),
  'GET Hardware/WeatherStation/Data/:id': by('station'),
  'GET WeatherStation/Image/:id': by('station'),
  'POST WeatherStation/Image/:id': {
    ...by('station'),
    body: () => jpeg,
    headers: { 'content-type': 'image/jpeg' },
  },
  'GET Hardware/WeatherStation/Image/LastModified/:id': by('station'),
  'GET Observations/Historical/Export/ConditionSnapshots/:weatherStationId': { ...ofStation, query: days },
  'GET Observations/Historical/Export/:interval/:weatherStationId': {
    params: (id) => ({ interval: 'Daily', weatherStationId: id('station') }),
    query: days,
  },
  'GET ConditionSnapshots/:weatherStationId': { ...ofStation, query: days },
  'POST ConditionSnapshots/:weatherStationId': { ...ofStation, body: (_id, text) => ({ note: text }) },
  'GET SnapshotSchedules/Station/:weatherStationId': ofStation,
  'POST SnapshotSchedules': { body: (id) => snapshotBody(id('station')) },
  'PATCH SnapshotSchedules/:id': {
    ...by('snapshotSchedule'),
    body: () => ({ rule: snapshotBody('').rule }),
  },
  'DELETE SnapshotSchedules/:id': by('snapshotSchedule'),
  'GET observations/Violations/:locationId': {
    params: (id) => ({ locationId: id('organizationLocation') }),
  },
  'GET observations/Violations': {},
  'GET Threats/:id': by('location'),
  'POST Siren/Test/Delay': { body: (id) => ({ ids: [id('hardware')] }) },
  'POST Siren/Test/AllClear': { body: (id) => ({ ids: [id('hardware')] }) },
  'POST Siren/Test/Light': { body: (id) => ({ ids: [id('hardware')] }) },
  // No test of it runs.
  'POST Siren/TurnOff': { body: (id) => ({ ids: [id('hardware')] }), ownStatus: 409 },
  'GET Siren/Sounding': {},
  'POST Siren/StopSound': { body: (id) => ({ ids: [id('hardware')] }) },
  // An address is looked up; there is no unit at this one.
  'GET RemoteRelay/:ipAddress': { params: () => ({ ipAddress: '203.0.113.7' }), ownStatus: 404 },
  'POST RemoteRelay/SetRelay/:ipAddress': {
    params: () => ({ ipAddress: '203.0.113.7' }),
    body: (_id, text) => ({ id: text, toggled: true }),
    ownStatus: 404,
  },
  'GET Siren/Schedule': {},
  'POST Siren/Schedule': { body: (id) => scheduleBody(id('hardware')) },
  'PATCH Siren/Schedule': { body: (id) => ({ id: id('sirenSchedule'), every: 'week' }) },
  'DELETE Siren/Schedule/:id': by('sirenSchedule'),
  'GET Siren/Calendar': {},
  // The weather is simulated and the unit is no simulator.
  'POST Siren/Drill': { body: (id) => ({ ids: [id('hardware')], confirmedIds: [] }), ownStatus: 409 },
  'GET PA': {},
  // Its unit cannot speak, which is the result of that unit.
  'POST PA/SendMessage': {
    body: (id, text) => ({ pAList: [id('hardware')], message: text, repeatCount: 1 }),
  },
};
