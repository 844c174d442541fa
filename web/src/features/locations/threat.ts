/** A threat to a location, as its badge shows it. The same code counts once (spec 1 section 4). */
export interface Threat {
  /** LR1 is lightning. */
  code: string;
  label: string;
  tone: 'danger' | 'observing';
  /** What remains, mm:ss. */
  countdown?: string;
}

/** What is known of a location's threats; what is `unknown`, or still being asked for, is shown as such, never as none. */
export interface Standing {
  threats: readonly Threat[];
  lightning: 'known' | 'asking' | 'unknown';
}

/** Icons that a badge has room for; more collapse into '…'. */
export const badgeIconsMax = 3;

/** The sentence of the dashboard header. */
export function warningSentence(standings: readonly Standing[]): string {
  const quiet = standings.filter(({ threats }) => threats.length === 0);
  const warned = standings.length - quiet.length;
  const unknown = quiet.filter(({ lightning }) => lightning === 'unknown').length;
  if (warned === 0 && quiet.some(({ lightning }) => lightning === 'asking')) return 'Checking your locations…';
  const sentence =
    warned === 0 ? 'You have no locations in a policy warning' : `You have ${warned} location${warned === 1 ? '' : 's'} in a policy warning`;
  if (unknown === 0) return sentence;
  return `${sentence} · lightning status unavailable for ${unknown} location${unknown === 1 ? '' : 's'}`;
}
