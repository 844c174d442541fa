import type { CapAlert } from './cap-alerts.ts';

/** The severities of CAP, most severe first. */
const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];

/** Sort order: most severe first (by CAP 1.2 `severity`), alerts of the same severity newest first. */
export function mostSevereFirst(
  a: Pick<CapAlert, 'severity' | 'sentAt'>,
  b: Pick<CapAlert, 'severity' | 'sentAt'>,
): number {
  return severityRank(a.severity) - severityRank(b.severity) || b.sentAt - a.sentAt;
}

/** 0 for the most severe of CAP's severities, increasing. An unknown severity comes last. */
export function severityRank(severity: string): number {
  const index = severities.indexOf(severity);
  return index < 0 ? severities.length : index;
}
