import { drivers } from '@allclear/adapters';
import { lightning } from '../lightning/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { weatherKind } from '../platform/weather/weather-source.ts';
import { commandsJob } from './commands/commands-job.ts';
import { deviceAddressFault } from './devices/address-fault.ts';
import { checkConnectionRoutes } from './devices/check-connection.routes.ts';
import { createDeviceContext } from './devices/device-context.ts';
import { openVoice } from './public-address/open-voice.ts';
import { publicPageRoutes } from './public-page/public-page.routes.ts';
import { PublicSirens } from './public-page/public-sirens.ts';
import { sirensFromMemory } from './public-page/siren-answers.ts';
import { relayLoop } from './relays/relay-loop.ts';
import { remoteRelayRoutes } from './relays/relays.routes.ts';
import { mayResumeNow } from './relays/resume-now.ts';
import { hardwareRetention } from './retention.store.ts';
import { hardwareSettings } from './settings.ts';
import { evidenceNow } from './signals/evidence-now.ts';
import { signalLoop } from './signals/signal-loop.ts';
import { storedMessageRoutes } from './stored-messages/stored-messages.routes.ts';
import { openSupervision } from './supervision/open-supervision.ts';
import { testEnds } from './tests/end-tests.ts';
import { soundingRoutes } from './tests/sounding.routes.ts';
import { testRoutes } from './tests/tests.routes.ts';
import type { UnitContext } from './units/unit-context.ts';
import { unitRoutes } from './units/unit-routes.ts';

export { deviceAddressFault } from './devices/address-fault.ts';
export { actionText } from './units/present-command.ts';

/** Sirens, lights, relays and loudspeakers: when they act, their commands, tests and faults. */
export const hardware = defineSubject({
  name: 'hardware',
  needs: { lightning },
  settings: hardwareSettings,
  topics: { hardware: 'organization' },
  changeTopics: ['hardware'],
  async open({ platform, settings, needs }) {
    const { events, db, clock, log, secrets, changes } = platform;
    const { live } = needs.lightning;
    const weather = weatherKind(platform.weather);
    const sirens = new PublicSirens({ db, live, clock, log, weather });
    const devices = createDeviceContext(platform, settings);
    const evidence = { db, clock, live };
    const voice = openVoice(settings, platform.http);
    const supervision = openSupervision(platform, { ...evidence, devices }, voice?.name ?? null);
    return {
      api: { devices, networks: settings.networks },
      routes(app) {
        sirens.answers.setHeaders(Object.fromEntries(app.secureHeaders));
        publicPageRoutes(app, { sirens });
        const units: UnitContext = {
          ...{ db, clock, secrets, drivers },
          addressFault: (driver, address) => deviceAddressFault(settings.networks, driver, address),
        };
        unitRoutes(app, units);
        checkConnectionRoutes(app, { ...units, devices });
        storedMessageRoutes(app, { db, clock });
        testRoutes(app, evidence);
        soundingRoutes(app, { db, clock });
        remoteRelayRoutes(app, { ...evidence, devices });
        supervision.routes(app);
      },
      fromMemory: sirensFromMemory(sirens.answers),
      retention: hardwareRetention,
      jobs: [
        commandsJob({
          ...{ devices, voice },
          ...{ evidenceOf: evidenceNow(evidence), mayResume: mayResumeNow(evidence) },
        }),
      ],
      loops: [
        signalLoop({ db, clock, live, changes, log, share: platform.share }),
        testEnds({ db, clock, log }),
        relayLoop({ db, clock, live, changes, devices, log }),
        ...supervision.loops,
      ],
      changes: {
        apply({ topic, ids }) {
          if (topic === 'hardware') events.publish('hardware', ids);
          sirens.apply({ topic });
        },
        async reload() {
          sirens.apply(null);
        },
      },
      async close() {
        sirens.close();
        await devices.shared.close();
      },
    };
  },
});
