import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Single sign-on of an organization (spec 3 sections 2.10, 3 and 7). Changing it takes a session of the app. */
const params = z.object({ customerId: z.string() });
const short = z.string().trim().max(200, 'can be at most 200 characters');
const long = z.string().trim().max(2_000, 'can be at most 2,000 characters');
const idpType = z.enum(['Google', 'Saml2', 'Oidc']);

export const ssoDomain = z.object({
  domain: z.string(),
  /** What a TXT record of the domain has to say. */
  record: z.string(),
  isProven: z.boolean(),
});

export const ssoConfig = z.object({
  customerId: z.string(),
  /** `issuer`: an external identity provider of the installation signs everybody in. */
  managedBy: z.enum(['allclear', 'issuer']),
  /** Whether there is a configuration; without one the fields have their defaults. */
  isConfigured: z.boolean(),
  idpType,
  IDPDisplayName: z.string(),
  /** The customer id as text. */
  IDPScheme: z.string(),
  ForceSSO: z.boolean(),
  AutoProvision: z.boolean(),
  DefaultUserGroupSiteId: z.string().nullable(),
  spEntityId: z.string(),
  idpEntityId: z.string(),
  metadataUrl: z.string(),
  /** Where a SAML provider posts its answers to. */
  callbackUrl: z.string(),
  /** Beyond the specification: Google and other issuers of OpenID Connect. */
  issuer: z.string(),
  clientId: z.string(),
  /** The secret itself is never shown. */
  hasClientSecret: z.boolean(),
  redirectUri: z.string(),
  domains: z.array(ssoDomain),
  /** Whether the caller has signed in through the present provider as a test. */
  isTestedByMe: z.boolean(),
  /** Whether the caller may change it. */
  mayChange: z.boolean(),
  revision: z.number().int(),
});

export type SsoConfiguration = z.infer<typeof ssoConfig>;

export const getSso = defineRoute({
  ...paths.getSso,
  needs: 'integrations.sso.access',
  summary: 'The organization’s single sign-on',
  params,
  data: ssoConfig,
  failures: [404],
});

export const saveSso = defineRoute({
  ...paths.saveSso,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Sets single sign-on. To require it takes a test sign-in by the editor first',
  params,
  body: z.object({
    customerId: z.string(),
    IDPScheme: z.string().max(200).optional(),
    IDPType: idpType,
    IDPDisplayName: short,
    ForceSSO: z.boolean(),
    AutoProvision: z.boolean(),
    DefaultUserGroupSiteId: z.string().nullable().optional(),
    spEntityId: long.optional(),
    idpEntityId: long.optional(),
    metadataUrl: long.optional(),
    issuer: long.optional(),
    clientId: long.optional(),
    /** Empty or left out keeps the present one. */
    clientSecret: long.optional(),
    revision: z.number().int().optional(),
  }),
  data: ssoConfig,
  failures: [400, 403, 404, 409],
});

export const deleteSso = defineRoute({
  ...paths.deleteSso,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Ends single sign-on: people sign in by password again',
  params,
  data: z.object({ message: z.string() }),
  failures: [403, 404, 409],
});

export const addSsoDomain = defineRoute({
  ...paths.addSsoDomain,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Adds an email domain, which counts once it is proven',
  params,
  body: z.object({ domain: short }),
  data: ssoConfig,
  failures: [400, 403, 404, 409],
});

export const proveSsoDomain = defineRoute({
  ...paths.proveSsoDomain,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Looks for the TXT record that proves a domain',
  params,
  body: z.object({ domain: short }),
  data: ssoConfig,
  failures: [400, 403, 404, 409],
});

export const deleteSsoDomain = defineRoute({
  ...paths.deleteSsoDomain,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Removes an email domain',
  params: params.extend({ domain: z.string() }),
  data: ssoConfig,
  failures: [403, 404, 409],
});

export const beginSsoTest = defineRoute({
  ...paths.beginSsoTest,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Begins a test sign-in: the address of the provider',
  params,
  data: z.object({ address: z.string() }),
  failures: [403, 404, 409],
});

export const endSsoTest = defineRoute({
  ...paths.endSsoTest,
  needs: 'write:integrations',
  refusesImpersonation: true,
  summary: 'Ends a test sign-in with the ticket that the browser came back with',
  params,
  body: z.object({ ticket: z.string().max(100) }),
  data: ssoConfig,
  failures: [403, 404, 409],
});
