/** Characters of a text that is spoken, at most; they take about 25 s to say. */
export const MAX_SPOKEN_CHARACTERS = 350;
/** Seconds of one spoken text, at most. */
export const MAX_SPEECH_SECONDS = 60;

/**
 * `text`: empty or too long. `unavailable`: the program does not start or fails, the service cannot be reached or
 * refuses. `timeout`: no speech in time. `malformed`: what came is no sound that can be played. `too-long`: more than
 * `MAX_SPEECH_SECONDS`. `aborted`: the caller gave up.
 */
export type SpeechFailure = 'text' | 'unavailable' | 'timeout' | 'malformed' | 'too-long' | 'aborted';

export type SpeechOutcome =
  /** G.711 µ-law, 8,000 samples a second, mono: one byte a sample. */
  | { readonly kind: 'spoken'; readonly ulaw: Uint8Array }
  /** `detail` is a sentence for people, without the text and without secrets. */
  | { readonly kind: 'failed'; readonly because: SpeechFailure; readonly detail: string };

/** Turns text into speech for loudspeakers that take sound only. */
export interface Voice {
  /** For people, who see it before they send: 'espeak-ng', 'voice.example.org'. */
  readonly name: string;
  /** Speaks at most `MAX_SPOKEN_CHARACTERS`. Never throws. */
  speak(text: string, signal: AbortSignal): Promise<SpeechOutcome>;
}
