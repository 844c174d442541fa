import { type Addressee, faultRecipientsOf } from './recipients.ts';

/** Why messages about a place do not reach somebody who has a duty there. */
export type DutyFault = 'nobody' | 'declined' | 'silenced' | 'no-channel';

/** For admins. */
export const dutyFaultTexts: Readonly<Record<DutyFault, string>> = {
  nobody: 'Nobody who is active has this duty now',
  declined: 'Declines all notifications',
  silenced: 'Has silenced this place',
  'no-channel': 'Has no channel by which messages arrive',
};

/**
 * What is wrong with who has a duty at a place now; null where nothing is. That a channel is there says nothing of
 * whether messages are read.
 *
 * @param person null for nobody
 */
export function dutyFault(person: Addressee | null, placeId: string): DutyFault | null {
  if (person === null || !person.isActive) return 'nobody';
  if (person.silencedLocationIds.includes(placeId)) return 'silenced';
  const [recipient] = faultRecipientsOf([person], new Set([person.userId]));
  if (recipient === undefined || recipient.muted === 'no-channel') return 'no-channel';
  return recipient.muted === 'declined' ? 'declined' : null;
}
