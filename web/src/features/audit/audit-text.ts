import type { AuditEntryRow } from '@allclear/contract';
import { auditActions } from '@allclear/domain';

type Names = ReadonlyMap<string, string>;

/** What was done, in words. An action of a newer server is given as it is. */
export function actionText(action: string): string {
  const texts: Readonly<Record<string, string>> = auditActions;
  return texts[action] ?? action;
}

/** Who did it, and who really. */
export function actorText({ actor }: Pick<AuditEntryRow, 'actor'>): string {
  if (actor.kind === 'system') return `Allclear (${actor.id})`;
  const name = actor.name ?? (actor.kind === 'operator' ? 'An operator' : 'Somebody who was removed');
  if (actor.via === 'impersonation') return `${actor.operatorName ?? 'An operator'} as ${name}`;
  return actor.via === 'api-key' ? `${name} by an API key` : name;
}

/** What the record is called; null where that is not known, and of who did it themselves. */
export function recordNameOf(
  { recordName, recordId, actor }: Pick<AuditEntryRow, 'recordName' | 'recordId' | 'actor'>,
  names: Names,
): string | null {
  if (recordId === null || recordId === actor.id) return null;
  return recordName ?? names.get(recordId) ?? null;
}

/** The subjects of actions with their words, for a choice, in the order of the words. */
export function subjectChoices(): { value: string; label: string }[] {
  const subjects = [...new Set(Object.keys(auditActions).map((action) => action.split('.')[0] ?? ''))];
  return subjects
    .map((value) => ({ value, label: sentenceCase(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** 'allClearMinutes' and 'single-sign-on' as words. */
export function sentenceCase(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('-', ' ')
    .toLowerCase()
    .replace(/\bapi\b/, 'API')
    .replace(/\bsso\b/, 'SSO')
    .replace(/\bids?$/, '')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A field that differs, in words. Null: the field was not there. */
export interface FieldDifference {
  readonly name: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The fields of an entry. Of something new or gone those that say something. */
export function differencesOf(
  { before, after }: Pick<AuditEntryRow, 'before' | 'after'>,
  names: Names,
): FieldDifference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((name) => !isOwnId(name))
    .map((name) => ({
      name,
      label: sentenceCase(name) || name,
      before: before && name in before ? valueText(before[name], names) : null,
      after: after && name in after ? valueText(after[name], names) : null,
    }))
    .filter(({ before: was, after: is }) => was !== is);
}

/** Ids that the entry has anyway. */
function isOwnId(name: string): boolean {
  return name === 'id' || name === 'organizationId';
}

/** The text of an id without a name. */
export function isUnknownId(text: string | null): boolean {
  return text !== null && uuid.test(text.replace(/^id /, ''));
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A value for people: names in the place of ids that are known. */
export function valueText(value: unknown, names: Names): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (typeof value === 'string') return names.get(value) ?? (uuid.test(value) ? `id ${value}` : value);
  if (typeof value !== 'object') return String(value);
  if (isErased(value)) return 'erased';
  if (Array.isArray(value)) {
    if (value.length === 0) return 'none';
    return value.map((one) => valueText(one, names)).join(', ');
  }
  return Object.entries(value)
    .filter(([name]) => !isOwnId(name))
    .map(([name, one]) => `${sentenceCase(name).toLowerCase()} ${valueText(one, names)}`)
    .join(', ');
}

/** A personal value that was erased with its person. */
export function isErased(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;
}
