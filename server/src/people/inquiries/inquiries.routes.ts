import { type Consultation, getConsultation, requestSupport, submitConsultation } from '@allclear/contract';
import { checkConsultation, checkSupportRequest, e164, type FieldErrors } from '@allclear/domain';
import type { FastifyInstance } from 'fastify';
import { accountById } from '../../identity/index.ts';
import { actorOf } from '../../platform/actor.ts';
import { wallNow } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { type Principal, serve } from '../../platform/http/serve.ts';
import { hasMail } from '../../platform/settings/base-settings.ts';
import type { Platform } from '../../platform/subject.ts';
import { blankToNull } from '../users.routes.ts';
import { listAdmins, listConsultations, readContacts } from './inquiries.store.ts';
import { queueInquiry } from './inquiry-mail.ts';

/** Of one person: every one of them is a mail to somebody. */
const requestsPerMinute = 5;

/** Questions to meteorologists (spec 2 section 2) and messages to the support contact. */
export function inquiryRoutes(
  app: FastifyInstance,
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
): void {
  serve(app, getConsultation, async ({ principal }) => {
    const [contacts, admins, requests] = await Promise.all([
      readContacts(db, principal.organizationId),
      listAdmins(db, principal),
      listConsultations(db, principal.userId),
    ]);
    const availability: Consultation['availability'] =
      contacts.consultation === null ? 'no-desk' : hasMail(settings) ? 'open' : 'no-mail';
    return {
      availability,
      admins,
      requests: requests.map(({ id, message, preferredContact, createdAt, outcome }) => ({
        ...{ id, message, preferredContact },
        createdUtc: createdAt.toISOString(),
        state: outcome ?? ('sending' as const),
      })),
    };
  });

  serve(
    app,
    submitConsultation,
    async ({ principal, body }) => {
      const { organizationId, userId } = principal;
      const ownEmail = await emailOf(db, principal);
      const { preferredContact } = body;
      const message = body.message.trim();
      const email = blankToNull(body.email) ?? ownEmail;
      const phone = blankToNull(body.phone);
      const ccdEmails = [...new Set(body.ccdEmails ?? [])];
      const errors = checkConsultation({ message, preferredContact, email, phone, ccdEmails });
      const admins = new Set((await listAdmins(db, principal)).map((admin) => admin.email.toLowerCase()));
      if (!errors.CcdEmails && !ccdEmails.every((address) => admins.has(address.toLowerCase())))
        errors.CcdEmails = ['A question can be copied to admins of your organization only'];
      const desk = await requireDesk(errors, db, organizationId);
      requireMail(settings);
      const id = await queueInquiry(db, actorOf(principal), {
        ...{ organizationId, userId, kind: 'consultation', address: desk, subject: '', message },
        ...{ preferredContact, replyTo: email, phone: phone === null ? null : e164(phone) },
        ...{ copies: ccdEmails, now: wallNow() },
      });
      return { id, message: 'Your question is on its way to the meteorologists' };
    },
    { writesPerMinute: requestsPerMinute },
  );

  serve(
    app,
    requestSupport,
    async ({ principal, body }) => {
      const { organizationId, userId } = principal;
      const [subject, message] = [body.subject.trim(), body.message.trim()];
      const errors = checkSupportRequest({ subject, message });
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const { support } = await readContacts(db, organizationId);
      if (support === null) throw conflict('Your organization has no support contact.');
      requireMail(settings);
      const id = await queueInquiry(db, actorOf(principal), {
        ...{ organizationId, userId, kind: 'support', address: support, subject, message },
        ...{ preferredContact: null, replyTo: await emailOf(db, principal), phone: null, copies: [] },
        now: wallNow(),
      });
      return { id, message: 'Your message is on its way to the support contact' };
    },
    { writesPerMinute: requestsPerMinute },
  );
}

async function emailOf(db: Database, { userId }: Principal): Promise<string | null> {
  return (await accountById(db, userId))?.email ?? null;
}

async function requireDesk(errors: FieldErrors, db: Database, organizationId: string): Promise<string> {
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { consultation } = await readContacts(db, organizationId);
  if (consultation === null) throw conflict('Your organization has no meteorologist desk.');
  return consultation;
}

function requireMail(settings: Platform['settings']): void {
  if (!hasMail(settings)) throw conflict('This installation sends no mail.');
}
