import { MAX_SPEECH_SECONDS, MAX_SPOKEN_CHARACTERS, type SpeechFailure, type SpeechOutcome } from './port.ts';
import { TELEPHONE_RATE, toTelephoneRate } from './resample.ts';
import { encodeUlaw } from './ulaw.ts';
import { readWav, WavError } from './wav.ts';

/** A WAV of the longest speech, two channels of 16 bits at 48,000 a second, fits. */
export const MAX_WAV_BYTES = 12 * 1024 * 1024;

export function speechFailed(because: SpeechFailure, detail: string): SpeechOutcome {
  return { kind: 'failed', because, detail };
}

/** The text as it is spoken: one line, without control characters. Null when it is empty or too long. */
export function spokenText(text: string): string | null {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line === '' || line.length > MAX_SPOKEN_CHARACTERS ? null : line;
}

export function textFailed(): SpeechOutcome {
  return speechFailed('text', `A spoken text has 1 to ${MAX_SPOKEN_CHARACTERS} characters.`);
}

/** The speech of a WAV file from a voice; `name` is the voice's. */
export function speechFromWav(name: string, bytes: Uint8Array): SpeechOutcome {
  try {
    const sound = readWav(bytes);
    if (sound.samples.length > MAX_SPEECH_SECONDS * sound.rate)
      return speechFailed('too-long', `${name} speaks for more than ${MAX_SPEECH_SECONDS} s.`);
    if (sound.samples.every((sample) => Math.abs(sample) < 8))
      return speechFailed('malformed', `${name} gave silence.`);
    const samples = toTelephoneRate(sound);
    const ulaw = new Uint8Array(samples.length);
    for (const [index, sample] of samples.entries()) ulaw[index] = encodeUlaw(sample);
    return { kind: 'spoken', ulaw };
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    return speechFailed('malformed', `${name} gave no sound that can be played. ${error.message}`);
  }
}

/** Seconds of µ-law sound. */
export function ulawSeconds(ulaw: Uint8Array): number {
  return ulaw.byteLength / TELEPHONE_RATE;
}
