import {
  addOrganization,
  type BodyOf,
  eraseOrganization,
  getManagedOrganization,
  listImpersonations,
  listOrganizations,
  organizationStatuses,
  updateOrganization,
  type ManagedOrganization as WireOrganization,
} from '@allclear/contract';
import {
  checkAccountPerson,
  checkManagedOrganization,
  emailMaxLength,
  ianaTimeZone,
  installationChain,
  isEmailAddress,
  isRole,
  roles,
} from '@allclear/domain';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inviteUser, listImpersonations as listStoredImpersonations } from '../identity/index.ts';
import { type AccountInput, EmailTaken, insertAccount, listPeople } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { inTransaction } from '../platform/database/database.ts';
import { clientNetwork } from '../platform/http/client-network.ts';
import { conflict, invalid, notFound } from '../platform/http/errors.ts';
import { isoTime } from '../platform/http/iso-time.ts';
import { logSecurity, type SecurityEvent } from '../platform/http/security-log.ts';
import { serve } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';
import { eraseOrganization as erase } from './erase-organization.store.ts';
import {
  changeOrganization,
  insertOrganization,
  listManagedOrganizations,
  type ManagedOrganization,
  NameTaken,
} from './organizations.store.ts';

interface OperatorNeeds extends Pick<Platform, 'db' | 'clock' | 'secrets' | 'settings'> {
  /** Epoch ms of the wall clock, by which links end. */
  wallNow: () => number;
}

/** Impersonations that are shown of an organization. */
const shownImpersonations = 50;
const phoneMaxLength = 50;

/** Organizations as operators manage them. No route here reads what is inside of one but names, roles and addresses. */
export function managedOrganizationRoutes(app: FastifyInstance, needs: OperatorNeeds): void {
  const { db } = needs;
  serve(app, listOrganizations, async () => (await listManagedOrganizations(db)).map(present));

  serve(app, getManagedOrganization, async ({ params }) => {
    const [organization] = await listManagedOrganizations(db, params.id);
    if (!organization) throw notFound('The organization');
    const people = await listPeople(db, organization.id, { notificationOnly: false });
    const impersonations = await listStoredImpersonations(db, organization.id, shownImpersonations);
    return {
      organization: present(organization),
      users: people.map(({ id, firstName, lastName, email, role, isActive }) => ({
        ...{ id, email, fullName: `${firstName} ${lastName}`.trim() },
        roleName: isRole(role) ? roles[role].displayName : role,
        canBeImpersonated: isActive && organization.status !== 'CLOSED',
      })),
      impersonations: impersonations.map(({ id, operatorName, userId, reason, ...times }) => ({
        ...{ id, operator: operatorName, userId, reason, startedUtc: isoTime(times.startedAt) },
        endedUtc: isoTime(endOf(times, needs.wallNow())),
      })),
    };
  });

  // Who acted as whom is also for those of whom it is.
  serve(app, listImpersonations, async ({ principal }) => {
    const stored = await listStoredImpersonations(db, principal.organizationId, shownImpersonations);
    return stored.map(({ id, operatorName, operatorEmail, userName, reason, ...times }) => ({
      ...{ id, operator: operatorName, operatorEmail, person: userName, reason },
      ...{ startedUtc: isoTime(times.startedAt), endedUtc: isoTime(endOf(times, needs.wallNow())) },
    }));
  });

  addRoute(app, needs);
  changeRoutes(app, needs);
}

function addRoute(app: FastifyInstance, needs: OperatorNeeds): void {
  const { db, clock, wallNow } = needs;
  serve(
    app,
    addOrganization,
    async ({ principal, body, request }) => {
      const { organization, admin } = checkedAddition(body);
      const actor = actorOf(principal);
      const added = inTransaction(db, async (transaction) => {
        const id = await insertOrganization(transaction, actor, { ...organization, now: clock.now() });
        const person = await insertAccount(transaction, actor, id, admin, clock.now(), null);
        const invitation = await inviteUser(transaction, actor, needs, { userId: person.id, now: wallNow() });
        await appendAudit(transaction, actor, {
          ...{ chain: installationChain, action: 'organization.added', recordId: id, now: clock.now() },
          after: { ...organization, superAdminId: person.id },
        });
        return { id, link: invitation.kind === 'invited' ? invitation.link : null };
      });
      const { id, link } = await added.catch(explain);
      log(request, 'organization-added', principal.userId, id);
      const [stored] = await listManagedOrganizations(db, id);
      if (!stored) throw notFound('The organization');
      return { message: 'Organization added', organization: present(stored), link };
    },
    { isSecret: true },
  );
}

function changeRoutes(app: FastifyInstance, { db }: OperatorNeeds): void {
  serve(app, updateOrganization, async ({ principal, body, request }) => {
    const changed = changeOrganization(db, actorOf(principal), body, (before) => {
      const draft = {
        name: body.name?.normalize('NFC').trim() ?? before.name,
        status: body.status ?? before.status,
        companyType: textOf(body.companyType, before.companyType),
        banner: textOf(body.banner, before.banner),
        cameraMinutes: body.liveStreamMinutes === undefined ? before.cameraMinutes : body.liveStreamMinutes,
        withheldFeatures: [...new Set(body.withheldFeatures ?? before.withheldFeatures)],
      };
      const errors = checkManagedOrganization(draft);
      if (Object.keys(errors).length > 0) throw invalid(errors);
      return { ...draft, widgetAdmin: body.isWidgetAdmin ?? before.widgetAdmin };
    });
    const organization = await changed.catch(explain);
    if (!organization) throw notFound('The organization');
    log(request, 'organization-changed', principal.userId, organization.id);
    return { message: 'Organization updated', organization: present(organization) };
  });

  serve(app, eraseOrganization, async ({ principal, body, request }) => {
    const erasure = await erase(db, actorOf(principal), { id: body.id, name: body.name });
    if (erasure.kind === 'refused') {
      if (erasure.reason === 'none') throw notFound('The organization');
      if (erasure.reason === 'name') throw invalid({ Name: ['Type the name of the organization exactly'] });
      throw conflict('Close the organization before you erase it.');
    }
    log(request, 'organization-erased', principal.userId, body.id.toLowerCase());
    return { message: 'Organization erased' };
  });
}

/** Trimmed; an empty text is none, and undefined leaves what is stored. */
function textOf(text: string | null | undefined, before: string | null): string | null {
  if (text === undefined) return before;
  return text?.normalize('NFC').trim() || null;
}

function checkedAddition(body: BodyOf<typeof addOrganization>) {
  const trimmed = (text: string | undefined) => (text ?? '').normalize('NFC').trim();
  const organization = {
    name: trimmed(body.name),
    companyType: textOf(body.companyType, null),
    supportEmail: trimmed(body.supportEmail),
    supportPhone: trimmed(body.supportPhone),
  };
  const email = trimmed(body.email);
  const timeZone = ianaTimeZone(body.timeZone);
  const person = {
    ...{ firstName: trimmed(body.firstName), lastName: trimmed(body.lastName), userName: email },
    ...{ email: email === '' ? null : email, phoneNumber: null, smsNotifications: false },
  };
  const rest = { status: 'ACTIVE', banner: null, cameraMinutes: 600, withheldFeatures: [] };
  const errors = {
    ...checkManagedOrganization({ ...organization, ...rest }),
    ...checkAccountPerson(person),
    ...(timeZone === null ? { TimeZone: ['Time zone is not known'] } : {}),
    ...(isEmailAddress(organization.supportEmail)
      ? {}
      : { SupportEmail: [`Support email must be an address of at most ${emailMaxLength} characters`] }),
    ...(organization.supportPhone.length > phoneMaxLength || /[<>\p{Cc}]/u.test(organization.supportPhone)
      ? { SupportPhone: [`Support phone can be at most ${phoneMaxLength} characters without markup`] }
      : {}),
  };
  if (timeZone === null || person.email === null || Object.keys(errors).length > 0) throw invalid(errors);
  const admin: AccountInput = {
    ...{ ...person, email: person.email, timeZone, groupId: null, role: 'super-admin' },
    ...{ emailNotifications: true, isActive: true },
  };
  return { organization, admin };
}

function explain(error: unknown): never {
  if (error instanceof NameTaken)
    throw conflict('An organization with this name exists already.', {
      Name: ['An organization with this name exists already'],
    });
  if (error instanceof EmailTaken) throw conflict('This email is taken.', { Email: ['This email is taken'] });
  throw error;
}

function log(
  request: FastifyRequest,
  event: Extract<SecurityEvent, { organizationId: string }>['event'],
  operatorId: string,
  organizationId: string,
): void {
  logSecurity(request.log, { event, operatorId, organizationId, network: clientNetwork(request) });
}

/** When an impersonation was over; null while it goes on. */
function endOf({ endedAt, expiresAt }: { endedAt: number | null; expiresAt: number }, now: number) {
  return endedAt ?? (expiresAt <= now ? expiresAt : null);
}

function present(organization: ManagedOrganization): WireOrganization {
  const { id, name, companyType, banner, withheldFeatures, supportEmail, supportPhone } = organization;
  return {
    ...{ id, name, companyType, banner, withheldFeatures, supportEmail, supportPhone },
    // The database checks it.
    status: organizationStatuses.find((status) => status === organization.status) ?? 'CLOSED',
    liveStreamMinutes: organization.cameraMinutes,
    isWidgetAdmin: organization.widgetAdmin,
    created: isoTime(organization.createdAt),
    people: organization.people,
    revision: organization.revision,
  };
}
