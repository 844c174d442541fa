import { driverOf, type PlayRequest, type Voice } from '@allclear/adapters';
import type { HardwareAction } from '@allclear/domain';

/** Characters that are spoken in a second, and what a device takes to begin. */
const charactersPerSecond = 14;
const beginSeconds = 1;

/** How long a text takes to be spoken, seconds; for a clip, whose length is not known, as long as its text. */
export function spokenSeconds(text: string): number {
  return beginSeconds + Math.ceil(text.length / charactersPerSecond);
}

/** How a driver plays a message: its clip, by its own voice, or as sound of a voice of this installation. */
export async function playRequestOf(
  driverName: string,
  { text, clip }: Extract<HardwareAction, { kind: 'play' }>,
  voice: Voice | null,
  signal: AbortSignal,
): Promise<PlayRequest | { readonly refused: string }> {
  const plays = driverOf(driverName)?.abilities.plays ?? [];
  if (clip !== null && clip !== '' && plays.includes('clip')) return { kind: 'clip', name: clip };
  if (plays.includes('speech')) return { kind: 'speech', text };
  if (!plays.includes('audio'))
    return {
      refused: plays.length === 0 ? 'It cannot speak.' : 'It plays recorded clips only, and there is none.',
    };
  if (voice === null) return { refused: 'It needs a voice of this installation, and there is none.' };
  const spoken = await voice.speak(text, signal);
  return spoken.kind === 'spoken' ? { kind: 'audio', ulaw: spoken.ulaw } : { refused: spoken.detail };
}
