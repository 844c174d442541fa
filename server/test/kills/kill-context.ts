import { createOfflineGeocoder, createSmtpMail } from '@allclear/adapters';
import { permissionsOf } from '@allclear/domain';
import { placeImport } from '../../src/locations/place-import.ts';
import { accountMailJob } from '../../src/notifications/delivery/account-mail-job.ts';
import { importCalls } from '../../src/organizations/index.ts';
import { personImport } from '../../src/people/person-import.ts';
import { wallNow } from '../../src/platform/clock/clock.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Principal } from '../../src/platform/http/serve.ts';
import { createSecretBox } from '../../src/platform/secrets/secret-box.ts';

/** What invitations need; the same in the killed process and in the one that looks. */
export const invitationContext = {
  secrets: createSecretBox(Buffer.alloc(32, 1)),
  settings: {
    url: 'http://localhost:8080',
    smtp: { url: 'smtp://127.0.0.1:1', from: 'Allclear <alerts@example.org>' },
    seed: 'none',
    oidc: null,
  },
} as const;

export type ImportedKind = 'places' | 'people';

/** The calls of an import without its routes. */
export function importsOf(db: Database, kind: ImportedKind) {
  const clock = { now: wallNow, speed: 1, sleep: async () => {} };
  const needs = { db, clock };
  return kind === 'places'
    ? importCalls(needs, placeImport({ ...needs, geocoder: createOfflineGeocoder() }))
    : importCalls(needs, personImport({ ...needs, ...invitationContext, wallNow }));
}

export function adminOf(organizationId: string, userId: string): Principal {
  return {
    ...{ userId, organizationId, role: 'admin', permissions: permissionsOf('admin', []), via: 'token' },
    ...{ credential: null, places: null, impersonatedBy: null },
  };
}

/** The job that sends the mails of invitations to a mail server on this machine. */
export function mailJob(port: number) {
  const { secrets, settings } = invitationContext;
  const email = createSmtpMail({ ...settings.smtp, url: `smtp://127.0.0.1:${port}` });
  return accountMailJob({ email, secrets, url: settings.url });
}
