import { type PlaceAnswerKind, placeWord } from '@allclear/domain';

/** A threat to a location, as its badge shows it. The same code counts once (spec 1 section 4). */
export interface Threat {
  /** LR1 is lightning, `closedCode` a closure. */
  code: string;
  /** Numeric threat type (spec 1 section 3), for the icon. */
  threatType: number;
  label: string;
  /** `advisory`: of the weather service, watched by no policy. */
  tone: 'danger' | 'observing' | 'advisory';
  /** What remains, mm:ss. */
  countdown?: string;
  /** The countdown stands still. */
  paused?: boolean;
}

/** The code of a closure among the threats: no policy has it. */
export const closedCode = 'CLOSED';

export type DataState = 'known' | 'asking' | 'unknown';

/** A location's threats; `unknown`, or still loading, is shown as such, never as none. */
export interface LocationThreats {
  threats: readonly Threat[];
  lightning: DataState;
  /** Policy warnings and weather-service alerts. */
  warnings: DataState;
  /** What holds for the place as a whole. */
  answer: PlaceAnswerKind;
}

/** Icons that a badge has room for; more collapse into '...'. */
export const badgeIconsMax = 3;

/** Whether two states are drawn alike. */
export function areSameThreats(a: LocationThreats, b: LocationThreats): boolean {
  const isSame = (one: Threat, other: Threat | undefined) =>
    one.code === other?.code &&
    one.label === other.label &&
    one.tone === other.tone &&
    one.countdown === other.countdown &&
    one.paused === other.paused;
  return (
    a.lightning === b.lightning &&
    a.answer === b.answer &&
    a.warnings === b.warnings &&
    a.threats.length === b.threats.length &&
    a.threats.every((threat, index) => isSame(threat, b.threats[index]))
  );
}

/** The sentence of the dashboard header. */
export function warningSentence(standings: readonly LocationThreats[]): string {
  const quiet = standings.filter(({ threats }) => threats.every(({ tone }) => tone === 'advisory'));
  const closed = standings.filter(({ threats }) => threats.some(({ code }) => code === closedCode)).length;
  const warned = standings.filter(({ threats }) =>
    threats.some(({ code, tone }) => tone !== 'advisory' && code !== closedCode),
  ).length;
  if (
    warned + closed === 0 &&
    quiet.some(({ lightning, warnings }) => lightning === 'asking' || warnings === 'asking')
  )
    return 'Checking your locations…';
  const unknown = standings.filter(({ warnings }) => warnings === 'unknown').length;
  const dark = standings.filter(({ lightning }) => lightning === 'unknown').length;
  return [
    // Where nothing of lightning is known, or a place is closed, nobody is said to be out of danger.
    warned === 0 && (closed > 0 || (dark > 0 && unknown === 0)) ? '' : sentenceOf(warned, unknown > 0),
    closed > 0 ? `${closed} location${closed === 1 ? '' : 's'} closed` : '',
    warned + closed > 0 && unknown > 0 ? 'policy warnings unavailable' : '',
    dark > 0 ? `lightning status unavailable for ${dark} location${dark === 1 ? '' : 's'}` : '',
  ]
    .filter((part) => part !== '')
    .map((part, index) => (index === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part))
    .join(' · ');
}

/** While anything is unknown, the text must not say none. */
function sentenceOf(warned: number, unknown: boolean): string {
  if (warned > 0) return `You have ${warned} location${warned === 1 ? '' : 's'} in a policy warning`;
  return unknown
    ? 'Policy warnings are temporarily unavailable'
    : 'You have no locations in a policy warning';
}

/** The state of a place in a word or two. */
export function answerWord({ answer }: Pick<LocationThreats, 'answer'>): string {
  return placeWord(answer);
}

/** What a location's card says in words. */
export function threatsText({ threats, lightning, warnings }: LocationThreats): string {
  const unknown = [
    lightning === 'unknown' ? 'Lightning status is temporarily unavailable.' : '',
    warnings === 'unknown' ? 'Policy warnings are temporarily unavailable.' : '',
  ].filter((part) => part !== '');
  if (threats.length > 0) return [threats.map((threat) => threat.label).join(', '), ...unknown].join(' · ');
  if (unknown.length > 0) return unknown.join(' ');
  return lightning === 'asking' || warnings === 'asking' ? 'Checking…' : 'No policy warnings';
}
