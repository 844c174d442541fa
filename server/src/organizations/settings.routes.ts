import {
  type BodyOf,
  getOrganizationSettings,
  type OrganizationSettings,
  saveOrganizationSettings,
} from '@allclear/contract';
import { checkOrganization, ianaTimeZone, type OrganizationDraft } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../platform/actor.ts';
import type { Database } from '../platform/database/database.ts';
import { invalid } from '../platform/http/errors.ts';
import { serve } from '../platform/http/serve.ts';
import { changeOrganization } from './settings.store.ts';
import { readOrganization, type StoredOrganization } from './store.ts';

/** What Admins set for their organization: name, banner, contacts, defaults, consultation desk. */
export function organizationSettingsRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  serve(app, getOrganizationSettings, async ({ principal }) =>
    present(await readOrganization(db, principal.organizationId)),
  );

  serve(app, saveOrganizationSettings, async ({ principal, body: { revision, ...form } }) => {
    const key = { organizationId: principal.organizationId, revision };
    const change = (before: StoredOrganization) => checked(draftOf(form, before));
    const settings = present(await changeOrganization(db, actorOf(principal), key, change));
    return { message: 'Organization saved', settings };
  });
}

function draftOf(
  form: Omit<BodyOf<typeof saveOrganizationSettings>, 'revision'>,
  before: StoredOrganization,
): OrganizationDraft {
  const orNull = (text: string | null | undefined, stored: string | null) =>
    text === undefined ? stored : text?.trim() || null;
  return {
    name: (form.name ?? before.name).normalize('NFC').trim(),
    banner: orNull(form.banner, before.banner),
    supportEmail: (form.supportEmail ?? before.supportEmail).trim(),
    supportPhone: (form.supportPhone ?? before.supportPhone).trim(),
    consultationEmail: orNull(form.consultationEmail, before.consultationEmail),
    defaultTimeZone: orNull(form.defaultTimeZone, before.defaultTimeZone),
  };
}

/** The fields as they are stored: the time zone by its IANA name. */
function checked(draft: OrganizationDraft): OrganizationDraft {
  const errors = checkOrganization(draft);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return {
    ...draft,
    defaultTimeZone: draft.defaultTimeZone === null ? null : ianaTimeZone(draft.defaultTimeZone),
  };
}

function present(organization: StoredOrganization): OrganizationSettings {
  const { name, banner, supportEmail, supportPhone, consultationEmail, defaultTimeZone, revision } =
    organization;
  return { name, banner, supportEmail, supportPhone, consultationEmail, defaultTimeZone, revision };
}
