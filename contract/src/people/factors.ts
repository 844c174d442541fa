import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** The second factors of a sign-in. Changing them takes the password; none of it works with an API key. */
const currentPassword = z.string().max(10_000);
const withPassword = z.object({ currentPassword });
const done = z.object({ message: z.string() });
const recoveryCodes = z.array(z.string());

export const factors = z.object({
  /** `issuer`: an external identity provider signs people in and has their factors. */
  managedBy: z.enum(['allclear', 'issuer']),
  /** Whether an authenticator app is set up. */
  totp: z.boolean(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdUtc: z.string(),
      lastUsedUtc: z.string().nullable(),
      /** Whether it was made for the present address of the product. */
      isUsable: z.boolean(),
    }),
  ),
  recoveryCodesLeft: z.number().int(),
  /** Whether the organization requires a second factor of the caller's role. */
  isRequired: z.boolean(),
});

export type Factors = z.infer<typeof factors>;

export const getFactors = defineRoute({
  ...paths.getFactors,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'The caller’s second factors',
  data: factors,
});

export const beginTotp = defineRoute({
  ...paths.beginTotp,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'A new secret for an authenticator app, which counts once a code confirms it',
  body: withPassword,
  data: z.object({
    /** To be sent back with the code. */
    pending: z.string(),
    secret: z.string(),
    uri: z.string(),
    /** The QR code of `uri`: rows of 0 and 1. */
    qr: z.array(z.string()),
  }),
  failures: [400, 403, 409],
});

export const confirmTotp = defineRoute({
  ...paths.confirmTotp,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Sets the authenticator app up; with the first factor come ten recovery codes, shown this once',
  body: z.object({ pending: z.string().max(2_000), code: z.string().max(100) }),
  data: done.extend({ recoveryCodes }),
  failures: [400, 403, 409],
});

export const removeTotp = defineRoute({
  ...paths.removeTotp,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Removes the authenticator app',
  body: withPassword,
  data: done,
  failures: [400, 403, 404, 409],
});

export const renewRecoveryCodes = defineRoute({
  ...paths.renewRecoveryCodes,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Ten new recovery codes in the place of the old ones, shown this once',
  body: withPassword,
  data: z.object({ recoveryCodes }),
  failures: [400, 403, 409],
});

export const beginPasskey = defineRoute({
  ...paths.beginPasskey,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'What a browser needs to make a passkey (WebAuthn creation options)',
  body: withPassword,
  data: z.object({ pending: z.string(), options: z.record(z.string(), z.unknown()) }),
  failures: [400, 403, 409],
});

export const confirmPasskey = defineRoute({
  ...paths.confirmPasskey,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Adds a passkey that the browser has made',
  body: z.object({
    pending: z.string().max(2_000),
    name: z.string().max(100, 'Name can be at most 100 characters').default(''),
    /** The browser's answer (a WebAuthn registration response). */
    response: z.record(z.string(), z.unknown()),
  }),
  data: done.extend({ recoveryCodes }),
  failures: [400, 403, 409],
});

export const removePasskey = defineRoute({
  ...paths.removePasskey,
  needs: 'signed-in',
  forOperators: true,
  refusesImpersonation: true,
  summary: 'Removes a passkey',
  body: withPassword.extend({ id: z.string() }),
  data: done,
  failures: [400, 403, 404, 409],
});

export const resetFactors = defineRoute({
  ...paths.resetFactors,
  needs: 'users:write',
  refusesImpersonation: true,
  summary: 'Removes all second factors of a person of a lower role, who is notified by mail',
  body: z.object({ id: z.string() }),
  data: done,
  failures: [403, 404, 409],
});

export const factorRoles = z.object({
  /** Hierarchy numbers of the roles that must have a second factor. */
  roles: z.array(z.number().int().min(1).max(4)).max(4),
});

const storedFactorRoles = factorRoles.extend({
  /** `issuer`: an external identity provider signs people in, and asks for their factors. */
  managedBy: z.enum(['allclear', 'issuer']),
  /** Raised by each change. */
  revision: z.number().int(),
});

export type FactorRoles = z.infer<typeof storedFactorRoles>;

export const getFactorRoles = defineRoute({
  ...paths.getFactorRoles,
  needs: 'second-factor:write',
  summary: 'The roles of which the organization requires a second factor',
  data: storedFactorRoles,
});

export const saveFactorRoles = defineRoute({
  ...paths.saveFactorRoles,
  needs: 'second-factor:write',
  refusesImpersonation: true,
  summary: 'Sets those roles: people without a second factor set one up at their next sign-in',
  body: factorRoles.extend({
    /** What the change is based on: when it is not the current one the change is refused (409). */
    revision: z.number().int().optional(),
  }),
  data: storedFactorRoles,
  failures: [400, 409],
});
