import type { AuditAction } from '@allclear/domain';
import type { Actor } from '../../platform/actor.ts';
import { appendAudit, type PersonalFields } from '../../platform/audit/audit.store.ts';
import type { Database } from '../../platform/database/database.ts';

/** What the audit says of a person, besides what belongs to the person alone. */
const plainFields = [
  ...['timeZone', 'groupId', 'role', 'smsNotifications', 'emailNotifications', 'isActive'],
] as const;
const personalFields = ['firstName', 'lastName', 'email', 'userName', 'phoneNumber'] as const;

interface AuditedPerson {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Adds the entry of a change of one person to the chain of the organization, last in the transaction of the change.
 * `now` is product time (epoch ms), null where none is known.
 */
export function auditPerson(
  transaction: Database,
  actor: Actor,
  action: AuditAction,
  { before, after }: { readonly before?: AuditedPerson; readonly after?: AuditedPerson },
  now: number | null,
): Promise<void> {
  const person = after ?? before;
  if (!person) throw new Error('An entry about a person needs the person.');
  return appendAudit(transaction, actor, {
    ...{ chain: person.organizationId, action, recordId: person.id, now },
    before: before ? pick(before, [...plainFields, ...personalFields]) : null,
    after: after ? pick(after, [...plainFields, ...personalFields]) : null,
    personal: { userId: person.id, fields: personalFields },
  });
}

/** People whom an import added or changed: the fields that it wrote, before and after, by their ids. */
export interface ImportedFields {
  readonly id: string;
  /** Null for somebody new. */
  readonly before: object | null;
  readonly after: object;
}

/** With more people the audit says who was added and changed, not how: hashing that would hold others up. */
const auditedPeople = 500;

/**
 * The record of an import of people: each by the id, or the ids alone. Names and addresses of one person are one value,
 * so that there is one digest for each.
 */
export function importedPeopleRecord(people: readonly ImportedFields[]): {
  readonly before: object;
  readonly after: object;
  readonly personal: readonly PersonalFields[];
} {
  if (people.length > auditedPeople) {
    const idsOf = (isNew: boolean) =>
      people.flatMap(({ id, before }) => ((before === null) === isNew ? [id] : []));
    return { before: {}, after: { addedIds: idsOf(true), changedIds: idsOf(false) }, personal: [] };
  }
  const changed = people.flatMap(({ id, before }) => (before ? [[id, ofImport(before)] as const] : []));
  return {
    before: Object.fromEntries(changed),
    after: {
      ...{ added: people.length - changed.length, changed: changed.length },
      ...Object.fromEntries(people.map(({ id, after }) => [id, ofImport(after)])),
    },
    personal: people.map(({ id }) => ({ userId: id, of: id, fields: ['contact'] })),
  };
}

function ofImport(person: object): object {
  const contact = pick(person, personalFields);
  return { ...pick(person, plainFields), ...(Object.keys(contact).length > 0 && { contact }) };
}

function pick(record: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}
