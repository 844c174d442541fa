import { dropOldest } from '../bounded-cache.ts';
import type { SpeechOutcome, Voice } from './port.ts';
import { speechFailed } from './speech-from-wav.ts';

/** Texts that are kept, newest last: the messages of an installation are few and come back. */
const MAX_KEPT = 32;

/**
 * A voice that speaks each text once, however many units ask for it at the same time, and at most `atOnce` texts at the
 * same time. The last texts are kept in memory; failures are not. A caller that aborts leaves the others their speech.
 */
export function shareVoice(voice: Voice, atOnce = 2): Voice {
  const kept = new Map<string, SpeechOutcome>();
  const running = new Map<string, Promise<SpeechOutcome>>();
  const waiting: (() => void)[] = [];
  let active = 0;

  async function speakOnce(text: string): Promise<SpeechOutcome> {
    if (active >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
    try {
      // Not the caller's signal: others may wait for the same text. The voice has a time limit of its own.
      const outcome = await voice.speak(text, new AbortController().signal);
      if (outcome.kind === 'spoken') {
        kept.set(text, outcome);
        dropOldest(kept, MAX_KEPT);
      }
      return outcome;
    } finally {
      running.delete(text);
      const next = waiting.shift();
      if (next) next();
      else active--;
    }
  }

  return {
    name: voice.name,
    async speak(text, signal) {
      const ready = kept.get(text);
      if (ready) return ready;
      const speech = running.get(text) ?? speakOnce(text);
      running.set(text, speech);
      return Promise.race([speech, untilAborted(voice.name, signal, speech)]);
    },
  };
}

function untilAborted(name: string, signal: AbortSignal, end: Promise<unknown>): Promise<SpeechOutcome> {
  return new Promise((resolve) => {
    const abort = () => resolve(speechFailed('aborted', `${name} was not waited for.`));
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    const forget = () => signal.removeEventListener('abort', abort);
    end.then(forget, forget);
  });
}
