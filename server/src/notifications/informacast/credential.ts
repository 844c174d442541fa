import type { MessagingCredential } from '@allclear/adapters';
import { z } from 'zod';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';

const stored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string() }),
  z.object({
    ...{ kind: z.literal('client'), clientId: z.string(), clientSecret: z.string(), audience: z.string() },
  }),
]);

/** A sealed credential is bound to its organization. */
const purposeOf = (organizationId: string) => `informacast ${organizationId}`;

export function sealCredential(
  secrets: SecretBox,
  organizationId: string,
  credential: MessagingCredential,
): string {
  return secrets.seal(JSON.stringify(credential), purposeOf(organizationId));
}

/** Throws `CannotOpen`. */
export function openCredential(
  secrets: SecretBox,
  organizationId: string,
  sealed: string,
): MessagingCredential {
  return stored.parse(JSON.parse(secrets.open(sealed, purposeOf(organizationId))));
}
