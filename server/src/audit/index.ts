import { notifications } from '../notifications/index.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { defineSubject } from '../platform/subject.ts';
import { openChainChecks } from './chain-checks.ts';
import { headMailJob, queueHeadMail } from './head-mail.ts';
import { sendHeadEvents } from './head-webhook.ts';
import { auditRoutes } from './routes.ts';
import { auditSettings } from './settings.ts';
import { headSigningLoop } from './sign-heads.ts';
import { openSigningKey } from './signing-key.ts';

export { headLine, type SignedHead } from './signed-head.ts';
export { type ChainReport, verifyStoredChains } from './verify-store.ts';

/** Reading, checking and exporting the audit chains, whose entries every subject writes itself, and signing their heads. */
export const audit = defineSubject({
  name: 'audit',
  needs: { notifications },
  settings: auditSettings,
  async open({ platform, settings, needs }) {
    const { db, clock, log } = platform;
    const key = openSigningKey(platform);
    const { mail } = settings;
    const events = sendHeadEvents(() => clock.now());
    const listeners = new Set(mail === null ? [events] : [events, queueHeadMail]);
    const { channels } = needs.notifications;
    const checks = openChainChecks(db, key);
    return {
      api: undefined,
      routes: (app) => auditRoutes(app, { db, clock, key, checks }),
      loops: [headSigningLoop({ db, folder: platform.settings.data, key, listeners, wallNow }, { log })],
      jobs: [headMailJob({ address: mail, email: channels.adapters.email, url: channels.url })],
    };
  },
});
