import { DAY_MS } from '@allclear/domain';
import { createSerialQueue } from '../platform/change-feed/serial-queue.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { demonstrationEventsSince } from './events.store.ts';
import { demonstrationRoutes } from './routes.ts';
import { demonstrationDevicesLoop } from './run-devices.ts';

export { defaultPlaces, randomPassword, simulatedPlaces } from './places.ts';
export {
  type Demonstration,
  type PreparedDemonstration,
  prepareDemonstration,
} from './seed-demonstration.ts';

/** No feed draws weather that is older: the longest is a station's first day of reports. */
const drawnMs = 3 * DAY_MS;

/**
 * The events that people make happen in simulated weather. Every process draws the weather with those that
 * are stored. Live and replayed weather read none.
 */
export const demonstration = defineSubject({
  name: 'demonstration',
  changeTopics: ['demonstration'],
  async open({ platform }) {
    const { db, clock, log, weather, settings } = platform;
    const queue = createSerialQueue();
    const reload = () =>
      queue.add(async () => {
        if (weather.kind === 'simulated')
          weather.setEvents(await demonstrationEventsSince(db, clock.now() - drawnMs));
      });
    await reload();
    return {
      api: {},
      routes: (app) => demonstrationRoutes(app, { db, clock, weather, reload }),
      loops:
        settings.seed === 'demo' && weatherKind(weather) !== 'live'
          ? [demonstrationDevicesLoop(platform)]
          : [],
      changes: {
        apply({ topic }) {
          if (topic === 'demonstration')
            reload().catch((error: unknown) =>
              log.error({ err: error }, 'the events of the demonstration could not be read'),
            );
        },
        reload,
      },
      close: () => queue.idle(),
    };
  },
});
