import { DAY_MS } from '@allclear/domain';
import { lightning } from '../lightning/index.ts';
import { dropPartitionsBefore } from '../platform/database/partitions.store.ts';
import { trustsHop } from '../platform/http/trusted-proxies.ts';
import { defineSubject, type Loop, type Platform, type Retention } from '../platform/subject.ts';
import { openStationFeeds, type StationFeeds } from './feeds.ts';
import { startStationBroker } from './mqtt/station-broker.ts';
import { openStationKeys } from './open-station-keys.ts';
import { pollObservations } from './poll-observations.ts';
import { readableStationRoutes } from './readable-stations.routes.ts';
import { stationRoutes } from './routes.ts';
import { stationSettings } from './settings.ts';
import { simulateCameras } from './simulate-cameras.ts';
import { simulateStations } from './simulate-stations.ts';
import { stationImageRoutes } from './station-images.routes.ts';
import { dropParticlesBefore } from './station-particles.store.ts';
import { stationUploadRoutes } from './station-uploads.routes.ts';
import { fillSummaries } from './summaries/fill-summaries.ts';
import { dropReportsBefore } from './summaries/kept-reports.store.ts';

export {
  boxAround,
  calibratedRainMm,
  estimatedWbgtF,
  isStaleReport,
  milesToStation,
  nearestReport,
  oldestReportMs,
  ownReport,
  ownReportLimitMs,
  type Place,
  readingFor,
  reportLimitMs,
  stationReachMiles,
} from './current-readings.ts';
export {
  governmentStationsIn,
  latestReports,
  type NearestObservation,
  newestReports,
  type Observation,
  precipitationSince,
  reportsAround,
  reportsAroundPlaces,
  type Station,
  stationOf,
} from './observations.store.ts';
export { imagePath, presentFlags } from './present-station.ts';
export { presentStations } from './present-stations.ts';
export { type OpenedStation, type Reader, readableStation } from './readable-stations.store.ts';
export { findImage, imagesOf, imageUpdatedAt } from './station-images.store.ts';
export { particlesSince, type StationParticles, stationsWithParticles } from './station-particles.store.ts';
export {
  findStation,
  listStations,
  type OwnStation,
  ownReportsAround,
  reportsOfPlace,
  reportsOfPlaces,
  simulatedStationVendor,
} from './store.ts';
export { stationStretches } from './summaries/fill-summaries.ts';
export type { StationStretch, StretchLength } from './summaries/summaries.store.ts';

export const stations = defineSubject({
  name: 'stations',
  needs: { lightning },
  settings: stationSettings,
  topics: { observations: 'organization' },
  changeTopics: ['observations'],
  ports: ({ mqttPort }) => (mqttPort === null ? [] : [{ port: mqttPort, variable: 'ALLCLEAR_MQTT_PORT' }]),
  openFeeds: ({ platform, settings }) => openStationFeeds(platform.weather, settings, platform.rasterPool),
  async open({ platform, settings: { mqttPort, keep }, needs, feeds }) {
    const { db, clock, log, events, settings } = platform;
    const { live } = needs.lightning;
    const keys = openStationKeys(db);
    return {
      api: {},
      async routes(app) {
        stationRoutes(app, { db, clock, keys });
        readableStationRoutes(app, { db, clock });
        await stationUploadRoutes(app, { db, clock, live, keys });
        await stationImageRoutes(app, { db, clock, keys });
      },
      loops: loopsOf(feeds, platform),
      retention: [
        { table: 'observations', keepMs: keep.reportsDays * DAY_MS, dropBefore: dropReportsBefore },
        summaryRetention('station_quarters', keep.quartersDays),
        summaryRetention('station_hours', keep.hoursDays),
        { table: 'station_particles', keepMs: 7 * DAY_MS, dropBefore: dropParticlesBefore },
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'observations') events.publish('observations', ids);
        },
        async reload() {},
      },
      health: { feeds: feeds.observations.map(({ vendor }) => ({ kind: 'observations', vendor })) },
      ...(mqttPort === null
        ? {}
        : {
            listen: () => {
              const trusts = trustsHop(settings.trustProxy);
              const isProxy = (address: string) => trusts(address, 0);
              const { host } = settings;
              return startStationBroker({ host, port: mqttPort, isProxy, db, live, clock, log, keys });
            },
          }),
    };
  },
});

function summaryRetention(table: 'station_quarters' | 'station_hours', days: number): Retention {
  return {
    table,
    keepMs: days * DAY_MS,
    dropBefore: (db, actor, before) => dropPartitionsBefore(db, actor, table, before),
  };
}

function loopsOf({ observations, simulated }: StationFeeds, platform: Platform): Loop[] {
  const { db, clock, log, changes } = platform;
  const loops = observations.map(
    (feed): Loop => ({
      name: `observations ${feed.vendor}`,
      run: (signal) =>
        pollObservations({ feed, db, clock, log, signal, nextWake: () => changes.next('locations') }),
    }),
  );
  loops.push({
    name: 'summaries of old reports',
    run: (signal) => fillSummaries({ db, clock, log, signal }),
  });
  if (simulated === null) return loops;
  return [
    ...loops,
    {
      name: 'simulated stations',
      run: (signal) => simulateStations({ simulation: simulated, db, clock, log, signal }),
    },
    {
      name: 'simulated cameras',
      run: (signal) => simulateCameras({ simulation: simulated, db, clock, log, signal }),
    },
  ];
}
