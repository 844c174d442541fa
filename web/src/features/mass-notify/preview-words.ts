import type { MassMessagePreview } from '@allclear/contract';

const channelNames = { push: 'Push', sms: 'SMS', email: 'Email' } as const;

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`);

/** 'SMS: 12 people, 2 parts each'. */
export function channelText(
  { channel, people, isConfigured }: MassMessagePreview['channels'][number],
  smsParts: number,
): string {
  const name = channelNames[channel];
  if (!isConfigured) return `${name}: not set up in this installation, so it reaches nobody`;
  const parts =
    channel === 'sms' && people > 0 ? `, ${smsParts} ${smsParts === 1 ? 'part' : 'parts'} each` : '';
  return `${name}: ${peopleText(people)}${parts}`;
}

/** Whether the words of how locations stand say that something is not known: then they are hatched. */
export const isUnknown = (text: string): boolean =>
  /unknown|not known|checking|without lightning data/i.test(text);

/** Real seconds for which an answer says how locations stand; it is asked for every 10 s. */
const trustedForMs = 45_000;

/** Whether a preview is too old to say how locations stand now. Product time; null is no time. */
export function isOld(atMs: number | null, nowMs: number | null, speed: number): boolean {
  return atMs !== null && nowMs !== null && nowMs - atMs > trustedForMs * Math.max(speed, 1);
}
