import type { AuditAction } from '@allclear/domain';
import type { Selectable } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import { type AuditRecord, appendAudit } from '../../platform/audit/audit.store.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import { nextRevision, type RecordWords, requireRevision } from '../../platform/database/revision.ts';
import type { Tables } from '../../platform/database/schema.ts';

/** What a SAML provider says of itself. */
export interface SamlMetadata {
  /** Where people sign in (binding HTTP-Redirect). */
  readonly signInUrl: string;
  /** The certificates that it signs with, base64 of DER; one or more. */
  readonly certificates: readonly string[];
  /** Epoch ms of the wall clock. */
  readonly fetchedAt: number;
}

/** A SAML provider, or one of OpenID Connect; Google is one whose issuer is known. */
export type SsoProvider =
  | {
      readonly type: 'Google' | 'Oidc';
      readonly issuer: string;
      readonly clientId: string;
      readonly sealedClientSecret: string;
    }
  | {
      readonly type: 'Saml2';
      readonly spEntityId: string;
      readonly idpEntityId: string;
      readonly metadataUrl: string;
      /** As it was last read. */
      readonly metadata: SamlMetadata;
    };

/** How people of an organization sign in through its provider. */
export interface SsoConfig {
  readonly organizationId: string;
  readonly provider: SsoProvider;
  readonly displayName: string;
  /** Only Super Admins may still use a password. */
  readonly isRequired: boolean;
  readonly autoProvision: boolean;
  readonly defaultGroupId: string | null;
  /** Hierarchy number of whoever set the provider: it signs nobody of a higher rank in. */
  readonly setByRank: number;
  /** Raised when the provider changes. */
  readonly providerVersion: number;
  readonly testedBy: string | null;
  readonly testedAt: Date | null;
  /** When the metadata was last asked for. */
  readonly metadataTriedAt: Date | null;
  readonly revision: number;
}

/** What an editor sets. */
export type SsoInput = Pick<
  SsoConfig,
  'provider' | 'displayName' | 'isRequired' | 'autoProvision' | 'defaultGroupId'
>;

const words: RecordWords = {
  what: 'single sign-on',
  labels: {
    displayName: 'IDPDisplayName',
    isRequired: 'ForceSSO',
    autoProvision: 'AutoProvision',
    defaultGroupId: 'DefaultUserGroupSiteId',
    provider: 'IDPType',
  },
};

export async function readSso(db: Database, organizationId: string): Promise<SsoConfig | undefined> {
  const row = await db
    .selectFrom('sso_configs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  return row && configOf(row);
}

/** Whether any organization of the installation has single sign-on. */
export async function hasSso(db: Database): Promise<boolean> {
  return (await db.selectFrom('sso_configs').select('idp_type').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The single sign-on for an email address: that of the organization that has proven its domain. Accounts are not
 * looked at, so nothing is learned of them. Undefined for none.
 */
export async function ssoOfEmail(db: Database, email: string): Promise<SsoConfig | undefined> {
  const row = await db
    .selectFrom('sso_configs')
    .innerJoin('sso_domains', 'sso_domains.organization_id', 'sso_configs.organization_id')
    .selectAll('sso_configs')
    .where('domain', '=', domainOf(email))
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  return row && configOf(row);
}

/** The part of an email address behind its last @, in lower case. */
export function domainOf(email: string): string {
  const trimmed = email.trim().toLowerCase();
  const at = trimmed.lastIndexOf('@');
  // A NUL cannot be asked for, and no domain has one.
  return at < 1 ? '' : trimmed.slice(at + 1).replaceAll('\0', '');
}

/**
 * Stores what an editor set, if it still is the revision that the edit is based on. `decide` is given what there is,
 * which no other edit can change meanwhile; another provider forgets the test sign-in and the people who are linked.
 * Throws `StaleRevision` and what `decide` throws; nothing is stored then.
 */
export function saveSso(
  db: Database,
  actor: Actor,
  { organizationId, revision, rank }: { organizationId: string; revision: number | undefined; rank: number },
  next: Pick<SsoInput, 'provider'>,
  decide: (before: SsoConfig | undefined, isNewProvider: boolean) => Omit<SsoInput, 'provider'>,
  now: number,
): Promise<SsoConfig> {
  return inTransaction(db, async (transaction) => {
    const row = await lockedRow(transaction, organizationId);
    const before = row && configOf(row);
    if (row && before)
      requireRevision(
        { ...before, fieldRevisions: row.field_revisions as Record<string, number> },
        revision,
        words,
      );
    const isNewProvider = before === undefined || providerKey(before.provider) !== providerKey(next.provider);
    const input: SsoInput = { ...next, ...decide(before, isNewProvider) };
    const columns = {
      ...providerColumns(input.provider),
      display_name: input.displayName,
      is_required: input.isRequired,
      auto_provision: input.autoProvision,
      default_group_id: input.defaultGroupId,
      ...(isNewProvider
        ? { set_by_rank: rank, tested_by: null, tested_at: null, metadata_tried_at: new Date(now) }
        : {}),
    };
    if (row && before) {
      const { defaultGroupId, provider: _provider, ...plain } = input;
      await transaction
        .updateTable('sso_configs')
        .set({
          ...columns,
          ...(isNewProvider ? { provider_version: before.providerVersion + 1 } : {}),
          ...nextRevision(
            { ...before, fieldRevisions: row.field_revisions as Record<string, number> },
            { ...plain, defaultGroupId, ...(isNewProvider ? { provider: input.provider } : {}) },
          ),
        })
        .where('organization_id', '=', organizationId)
        .execute();
      if (issuerOf(before.provider) !== issuerOf(input.provider))
        await transaction.deleteFrom('sso_links').where('organization_id', '=', organizationId).execute();
    } else {
      await transaction
        .insertInto('sso_configs')
        .values({ organization_id: organizationId, ...columns, set_by_rank: rank })
        .execute();
    }
    const saved = await readSso(transaction, organizationId);
    if (!saved) throw new Error('Single sign-on was not stored.');
    await appendAudit(transaction, actor, {
      ...ssoRecord('single-sign-on.changed', organizationId),
      ...{ before: before ? audited(before) : null, after: audited(saved) },
    });
    return saved;
  });
}

/** Ends an organization's single sign-on: its people sign in by password again. False when there is none. */
export function removeSso(db: Database, actor: Actor, organizationId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const before = await lockedRow(transaction, organizationId);
    if (!before) return false;
    for (const table of ['sso_links', 'sso_requests'] as const)
      await transaction.deleteFrom(table).where('organization_id', '=', organizationId).execute();
    await transaction.deleteFrom('sso_configs').where('organization_id', '=', organizationId).execute();
    await appendAudit(transaction, actor, {
      ...ssoRecord('single-sign-on.removed', organizationId),
      before: audited(configOf(before)),
    });
    return true;
  });
}

/** An editor begins to test the sign-in through the provider. */
export function noteTestBegun(db: Database, actor: Actor, organizationId: string): Promise<void> {
  return inTransaction(db, (transaction) =>
    appendAudit(transaction, actor, {
      ...ssoRecord('single-sign-on.tested', organizationId),
      after: { step: 'begun' },
    }),
  );
}

function ssoRecord(action: AuditAction, organizationId: string): AuditRecord {
  return { chain: organizationId, action, recordId: organizationId, now: null };
}

/** What the audit says of single sign-on: no secret, but that another one was set. */
function audited({
  provider,
  displayName,
  isRequired,
  autoProvision,
  defaultGroupId,
  providerVersion,
}: SsoConfig) {
  const plain = { displayName, isRequired, autoProvision, defaultGroupId, providerVersion };
  if (provider.type !== 'Saml2') {
    const { type, issuer, clientId } = provider;
    return { ...plain, type, issuer, clientId };
  }
  const { type, spEntityId, idpEntityId, metadataUrl, metadata } = provider;
  const { signInUrl, certificates } = metadata;
  return { ...plain, type, spEntityId, idpEntityId, metadataUrl, signInUrl, certificates };
}

/** Notes that an editor has signed in through this provider; false when it was changed meanwhile. */
export function noteTest(
  db: Database,
  actor: Actor,
  {
    organizationId,
    providerVersion,
    userId,
  }: { organizationId: string; providerVersion: number; userId: string },
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('sso_configs')
      .set({ tested_by: userId, tested_at: new Date(now) })
      .where('organization_id', '=', organizationId)
      .where('provider_version', '=', providerVersion)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await appendAudit(transaction, actor, {
      ...ssoRecord('single-sign-on.tested', organizationId),
      after: { step: 'passed', providerVersion },
    });
    return true;
  });
}

/**
 * Notes that metadata was asked for; `metadata` null leaves the old. No entry: it is what the provider publishes, read
 * again as people sign in.
 */
export async function noteMetadata(
  db: Database,
  _actor: Actor,
  { organizationId, providerVersion }: Pick<SsoConfig, 'organizationId' | 'providerVersion'>,
  metadata: SamlMetadata | null,
  now: number,
): Promise<void> {
  await db
    .updateTable('sso_configs')
    .set({
      metadata_tried_at: new Date(now),
      ...(metadata === null ? {} : { metadata: JSON.stringify(metadata) }),
    })
    .where('organization_id', '=', organizationId)
    .where('provider_version', '=', providerVersion)
    .execute();
}

/** How a provider names itself: what people are linked by. */
export function issuerOf(provider: SsoProvider): string {
  return provider.type === 'Saml2' ? provider.idpEntityId : provider.issuer;
}

/** What makes a provider another one. The client secret is compared as it is sealed: a new one is another provider. */
function providerKey(provider: SsoProvider): string {
  if (provider.type === 'Saml2') {
    const { spEntityId, idpEntityId, metadataUrl } = provider;
    return JSON.stringify([spEntityId, idpEntityId, metadataUrl]);
  }
  const { type, issuer, clientId, sealedClientSecret } = provider;
  return JSON.stringify([type, issuer, clientId, sealedClientSecret]);
}

function lockedRow(transaction: Database, organizationId: string) {
  return transaction
    .selectFrom('sso_configs')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .forUpdate()
    .executeTakeFirst();
}

function providerColumns(provider: SsoProvider) {
  const none = {
    ...{ issuer: null, client_id: null, sealed_client_secret: null },
    ...{ sp_entity_id: null, idp_entity_id: null, metadata_url: null, metadata: null },
  };
  if (provider.type === 'Saml2') {
    const { type, spEntityId, idpEntityId, metadataUrl, metadata } = provider;
    return {
      ...none,
      ...{ idp_type: type, sp_entity_id: spEntityId, idp_entity_id: idpEntityId, metadata_url: metadataUrl },
      metadata: JSON.stringify(metadata),
    };
  }
  const { type, issuer, clientId, sealedClientSecret } = provider;
  return { ...none, idp_type: type, issuer, client_id: clientId, sealed_client_secret: sealedClientSecret };
}

function configOf(row: Selectable<Tables['sso_configs']>): SsoConfig {
  return {
    organizationId: row.organization_id,
    provider: providerOf(row),
    displayName: row.display_name,
    isRequired: row.is_required,
    autoProvision: row.auto_provision,
    defaultGroupId: row.default_group_id,
    setByRank: row.set_by_rank,
    providerVersion: row.provider_version,
    testedBy: row.tested_by,
    testedAt: row.tested_at,
    metadataTriedAt: row.metadata_tried_at,
    revision: row.revision,
  };
}

/** The database checks that the columns of the type are there. */
function providerOf(row: Selectable<Tables['sso_configs']>): SsoProvider {
  if (row.idp_type === 'Saml2')
    return {
      type: 'Saml2',
      spEntityId: row.sp_entity_id ?? '',
      idpEntityId: row.idp_entity_id ?? '',
      metadataUrl: row.metadata_url ?? '',
      metadata: row.metadata as SamlMetadata,
    };
  return {
    type: row.idp_type === 'Google' ? 'Google' : 'Oidc',
    issuer: row.issuer ?? '',
    clientId: row.client_id ?? '',
    sealedClientSecret: row.sealed_client_secret ?? '',
  };
}
