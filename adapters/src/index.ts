export * from './adapter-error.ts';
export * from './back-off.ts';
export { isTileTemplate, namesATile, unknownPlaceholders } from './base-maps/addresses.ts';
export { createBaseMap } from './base-maps/base-map.ts';
export * from './base-maps/port.ts';
export type { CameraLimits } from './cameras/camera-limits.ts';
export { type CameraSourcesOptions, openCameraSources } from './cameras/camera-sources.ts';
export { findProgram } from './cameras/ffmpeg/find-program.ts';
export { isJpeg } from './cameras/jpeg.ts';
export * from './cameras/port.ts';
export type { CameraSimulation } from './cameras/simulated-source.ts';
export { emailHtml } from './delivery/email-html.ts';
export {
  createSmtpMail,
  type EmailTarget,
  type SmtpMailOptions,
  smtpFailure,
} from './delivery/email-smtp.ts';
export * from './delivery/port.ts';
export {
  createWebPush,
  makeVapidKeys,
  type PushPayload,
  type PushTarget,
  type VapidKeys,
} from './delivery/push-web.ts';
export { type ReceivedSms, receivedSms, twilioReceivedSms, twimlOf } from './delivery/received-sms.ts';
export { verifyWebhook } from './delivery/signature.ts';
export { createGatewaySms, type SmsGatewayOptions, type SmsTarget } from './delivery/sms-gateway.ts';
export { composeSms, smsOf, smsSize } from './delivery/sms-text.ts';
export { createTwilioSms, type TwilioOptions } from './delivery/sms-twilio.ts';
export {
  isTwilioSignature,
  type TwilioParams,
  type TwilioStatus,
  twilioStatus,
  unsubscribedFromSms,
} from './delivery/twilio-callback.ts';
export {
  createWebhook,
  type WebhookExchange,
  type WebhookMessage,
  type WebhookSender,
  type WebhookTarget,
} from './delivery/webhook.ts';
export { type DeviceNetworkOptions, openDeviceNetwork } from './device-socket/device-network.ts';
export { type DeviceNetworks, readDeviceNetworks } from './device-socket/device-networks.ts';
export { createTxtResolver } from './dns/node-dns.ts';
export * from './dns/port.ts';
export { createInformacast, informacastUrl } from './emergency-messaging/informacast.ts';
export * from './emergency-messaging/port.ts';
export { createAirnow } from './feeds/air-quality/airnow.ts';
export { createOpenMeteoAirQuality } from './feeds/air-quality/open-meteo.ts';
export * from './feeds/air-quality/port.ts';
export { createNwsAlerts } from './feeds/alerts/nws-alerts.ts';
export { createNwsPoints } from './feeds/alerts/nws-points.ts';
export * from './feeds/alerts/port.ts';
export { createNwsForecast } from './feeds/forecasts/nws-forecast.ts';
export { createOpenMeteoForecast } from './feeds/forecasts/open-meteo.ts';
export * from './feeds/forecasts/port.ts';
export * from './feeds/fronts/port.ts';
export { createSimulatedFronts } from './feeds/fronts/simulated-fronts.ts';
export { createWpcFronts } from './feeds/fronts/wpc-fronts.ts';
export { createGlmFeed } from './feeds/lightning/glm.ts';
export { glmCovers, glmSunWindow } from './feeds/lightning/glm-coverage.ts';
export { type DecodedGranule, decodeGranule } from './feeds/lightning/glm-decode.ts';
export { createDecodePool, type DecodePool } from './feeds/lightning/glm-decode-pool.ts';
export * from './feeds/lightning/port.ts';
export {
  createXweatherFeed,
  type XweatherKey,
  xweatherCenters,
  xweatherRegion,
} from './feeds/lightning/xweather.ts';
export { createMetarFeed } from './feeds/observations/metar.ts';
export { createNwsStations } from './feeds/observations/nws-stations.ts';
export * from './feeds/observations/port.ts';
export { createIemComposite, createIemModel } from './feeds/radar/iem.ts';
export * from './feeds/radar/port.ts';
export { createRainViewer } from './feeds/radar/rainviewer.ts';
export { createSimulatedRadar } from './feeds/radar/simulated.ts';
export * from './feeds/roads/port.ts';
export { createSimulatedRoads } from './feeds/roads/simulated-roads.ts';
export * from './feeds/snapshot-feed.ts';
export { createIemStormCells } from './feeds/storm-cells/iem-storm-cells.ts';
export * from './feeds/storm-cells/port.ts';
export { createSimulatedStormCells } from './feeds/storm-cells/simulated-storm-cells.ts';
export { createNhc } from './feeds/tropical/nhc.ts';
export * from './feeds/tropical/port.ts';
export { createSimulatedTropical } from './feeds/tropical/simulated-tropical.ts';
export { createCensusGeocoder } from './geocode/census-geocoder.ts';
export { createOfflineGeocoder } from './geocode/offline-geocoder.ts';
export * from './geocode/port.ts';
export { createRemoteGeocoder } from './geocode/remote-geocoder.ts';
export { driverOf, drivers } from './hardware/drivers.ts';
export * from './hardware/port.ts';
export { startAlgoSimulator } from './hardware/simulators/algo.ts';
export { startAxisSimulator } from './hardware/simulators/axis.ts';
export { startControlByWebSimulator } from './hardware/simulators/controlbyweb.ts';
export * from './hardware/simulators/port.ts';
export { startShellySimulator } from './hardware/simulators/shelly.ts';
export {
  type SimulatedDevice,
  simulatedDeviceOf,
  simulatedDevices,
} from './hardware/simulators/simulators.ts';
export { startWebRelaySimulator } from './hardware/simulators/webrelay.ts';
export * from './http-client/index.ts';
export {
  type MqttClientOptions,
  type MqttConnection,
  openMqttClient,
  type RetainedMessage,
} from './mqtt/mqtt-client.ts';
export { type PlacedTile, type TilePlace, tilesOfView } from './raster/mosaic.ts';
export { createRasterPool, type RasterPool } from './raster/raster-pool.ts';
export type { RoadSpot } from './raster/road-spots.ts';
export { type GeoBox, MERCATOR_LIMIT_DEGREES, tileBox, type View } from './raster/web-mercator.ts';
export { createSimulatedAirQuality } from './simulated/air-quality.ts';
export { createSimulatedAlerts } from './simulated/alerts.ts';
export { createSimulatedForecast } from './simulated/forecasts.ts';
export { createSimulatedLightning } from './simulated/lightning.ts';
export { createSimulatedObservations } from './simulated/observations.ts';
export {
  awayLightning,
  failingAirQuality,
  failingAlerts,
  failingForecast,
  failingLightning,
  failingObservations,
} from './simulated/outages.ts';
export {
  createSimulatedStations,
  type SimulatedStation,
  type SimulatedStations,
} from './simulated/own-stations.ts';
export { scenarioBeginsAt } from './simulated/world/beginning.ts';
export type { Conditions } from './simulated/world/conditions.ts';
export {
  type DemonstrationEvent,
  type DemonstrationKind,
  demonstrationEndsAt,
  demonstrationKinds,
  isDemonstrationRunning,
} from './simulated/world/demonstration-events.ts';
export type { SimulatedPlace } from './simulated/world/places.ts';
export { NO_ECHO_DBZ } from './simulated/world/reflectivity.ts';
export { type Scenario, scenarios } from './simulated/world/scenario.ts';
export type { Storm } from './simulated/world/storm.ts';
export type { TropicalSystem } from './simulated/world/tropical.ts';
export { createWorld, type SimulationOptions, type World } from './simulated/world/world.ts';
export { createHttpVoice, type HttpVoiceOptions } from './speech/http-voice.ts';
export * from './speech/port.ts';
export { shareVoice } from './speech/shared-voice.ts';
export { ulawSeconds } from './speech/speech-from-wav.ts';
export { createVoiceCommand, readCommandLine, type VoiceCommandOptions } from './speech/voice-command.ts';
export { readMqttPayload } from './stations/mqtt-payload.ts';
export type { UnitSystem } from './stations/unit-names.ts';
export {
  BadUpload,
  readStationUpload,
  type StationUpload,
  type UploadCredentials,
  type UploadFields,
  uploadCredentials,
} from './stations/upload.ts';
