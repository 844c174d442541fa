import type { CapAlert } from './cap-alerts.ts';

/** CAP's words, the gravest first. */
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];

/** For sorting: the gravest alerts first (by CAP 1.2 `severity`), of equally grave ones the newest. */
export function mostSevereFirst(
  a: Pick<CapAlert, 'severity' | 'sentAt'>,
  b: Pick<CapAlert, 'severity' | 'sentAt'>,
): number {
  return severityRank(a.severity) - severityRank(b.severity) || b.sentAt - a.sentAt;
}

/** 0 for the gravest of CAP's severities, growing; a word that is not among them comes last. */
export function severityRank(severity: string): number {
  const index = severities.indexOf(severity);
  return index < 0 ? severities.length : index;
}
