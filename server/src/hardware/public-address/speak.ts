import type { DriverAbilities } from '@allclear/adapters';

/** How a unit speaks a text. */
export interface Speech {
  readonly canSpeak: boolean;
  /** In words for people, who see it before they send. */
  readonly words: string;
}

/**
 * How a unit with such abilities speaks: by itself, by a voice of this installation, or only the recorded clips of
 * stored messages.
 *
 * @param voice the name of the installation's voice; null for none
 */
export function speechOf(plays: DriverAbilities['plays'], voice: string | null): Speech {
  const clips = plays.includes('clip') ? '; a recorded clip is played instead where the message has one' : '';
  if (plays.includes('speech')) return { canSpeak: true, words: `Spoken by the device${clips}` };
  if (plays.includes('audio') && voice !== null)
    return { canSpeak: true, words: `Spoken by the voice ${voice} of this installation${clips}` };
  if (plays.includes('clip'))
    return { canSpeak: false, words: 'Plays only the recorded clips of stored messages' };
  return {
    canSpeak: false,
    words: plays.includes('audio')
      ? 'Cannot speak: this installation has no voice (ALLCLEAR_SPEECH_COMMAND or ALLCLEAR_SPEECH_URL)'
      : 'Cannot speak',
  };
}

/** Why a unit cannot play a message, a sentence; null when it can. */
export function whyNotPlayed(
  plays: DriverAbilities['plays'],
  voice: string | null,
  clip: string | null,
): string | null {
  if (clip !== null && plays.includes('clip')) return null;
  const { canSpeak, words } = speechOf(plays, voice);
  return canSpeak ? null : `${words}.`;
}
