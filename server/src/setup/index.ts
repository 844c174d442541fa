import { notifications } from '../notifications/index.ts';
import { defineSubject } from '../platform/subject.ts';
import { setupRoutes } from './setup.routes.ts';
import { openSetupState } from './setup-state.ts';
import { testMailRoutes } from './test-mail.routes.ts';

export { removeSetupCode } from './setup-code.ts';

export interface SetupApi {
  /** The file with the setup code; null when the installation was set up before this process started. */
  readonly codeFile: string | null;
}

/** The first run of an installation: its first organization, its first Super Admin, a test of its mail. */
export const setup = defineSubject({
  name: 'setup',
  needs: { notifications },
  async open({ platform, needs }) {
    const state = await openSetupState(platform);
    const { db } = platform;
    const { adapters, url } = needs.notifications.channels;
    const api: SetupApi = { codeFile: state.codeFile };
    return {
      api,
      routes(app) {
        setupRoutes(app, { ...platform, state });
        testMailRoutes(app, { db, email: adapters.email, url });
      },
      health: { feeds: [], needsSetup: state.isOpen },
    };
  },
});
