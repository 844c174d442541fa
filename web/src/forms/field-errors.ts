import type { FieldErrors } from '@allclear/domain';

/** The label that an error of the API belongs to: 'NotificationActions.0.Message' belongs to its first part. */
const fieldOf = (label: string): string => label.split(/[.[]/)[0]?.toLowerCase() ?? '';

/**
 * The sentences of a refused call by the labels of a form, matched case-insensitively, and those without a
 * label.
 */
export function sortErrors(
  errors: Readonly<Record<string, readonly string[]>>,
  labels: readonly string[],
): { fields: FieldErrors; others: string[] } {
  const fields: FieldErrors = {};
  const others: string[] = [];
  for (const [label, sentences] of Object.entries(errors)) {
    const field = labels.find((one) => one.toLowerCase() === fieldOf(label));
    if (field) fields[field] = [...(fields[field] ?? []), ...sentences];
    else if (label !== 'ServerErrors') others.push(...sentences);
  }
  return { fields, others };
}

/** The errors without those of changed labels, which no longer apply. */
export function withoutLabels<Sentences>(
  errors: Readonly<Record<string, Sentences>>,
  labels: readonly string[],
): Record<string, Sentences> {
  const changed = new Set(labels.map((label) => label.toLowerCase()));
  return Object.fromEntries(Object.entries(errors).filter(([label]) => !changed.has(fieldOf(label))));
}
