import { eraseUser, exportOwnData, exportUserData } from '@allclear/contract';
import { isRole, mayManage } from '@allclear/domain';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { findPerson, groupOf, requireMayChange, type StoredPerson, visiblePerson } from '../people/index.ts';
import { actorOf } from '../platform/actor.ts';
import { appendAudit } from '../platform/audit/audit.store.ts';
import { wallNow } from '../platform/clock/clock.ts';
import { inTransaction } from '../platform/database/database.ts';
import { keyOf } from '../platform/database/record-key.ts';
import { forbidden, invalid, notFound } from '../platform/http/errors.ts';
import { FileAnswer, type Principal, serve } from '../platform/http/serve.ts';
import type { Platform } from '../platform/subject.ts';
import { erasePerson } from './erase-person.ts';
import { readPersonalData } from './export.store.ts';
import { exportArchive } from './export-archive.ts';

/** What is stored about a person: handed out, and erased. */
export function personalDataRoutes(
  app: FastifyInstance,
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
): void {
  const archiveOf = async (principal: Principal, person: StoredPerson, reply: FastifyReply) => {
    const bytes = exportArchive(await readPersonalData(db, person), wallNow());
    await inTransaction(db, (transaction) =>
      appendAudit(transaction, actorOf(principal), {
        ...{ chain: person.organizationId, action: 'user.exported', recordId: person.id, now: clock.now() },
      }),
    );
    // No name of a person: file names end up in histories.
    reply.header('content-disposition', 'attachment; filename="allclear-personal-data.zip"');
    return new FileAnswer(bytes, 'application/zip', 'no-store');
  };

  serve(app, exportOwnData, async ({ principal, reply }) => {
    // A key that lies in a script does not hand out a person.
    if (principal.via !== 'token') throw forbidden();
    const person = await findPerson(db, keyOf(principal, principal.userId));
    if (!person) throw notFound('The user');
    return archiveOf(principal, person, reply);
  });

  serve(app, exportUserData, async ({ principal, params, reply }) => {
    const person = await visiblePerson(db, principal, params.id);
    if (!isRole(person.role) || !mayManage(principal.role, person.role)) throw forbidden();
    return archiveOf(principal, person, reply);
  });

  serve(app, eraseUser, async ({ principal, body: { id, confirmation } }) => {
    const group = await groupOf(db, principal);
    const erased = await erasePerson(
      db,
      actorOf(principal),
      keyOf(principal, id),
      (person, context) => {
        requireMayChange(principal, group, person, context);
        if (confirmation.normalize('NFC').trim() !== fullNameOf(person))
          throw invalid({ Confirmation: ['Type the full name of the person to erase'] });
      },
      { now: clock.now(), wallNow: wallNow() },
    );
    if (!erased) throw notFound('The user');
    return { id, message: 'User erased' };
  });
}

function fullNameOf({ firstName, lastName }: StoredPerson): string {
  return `${firstName} ${lastName}`.normalize('NFC').trim();
}
