import { AdapterError } from '../adapter-error.ts';
import { describeHost, type Sender } from '../http-client/index.ts';
import type { Voice } from './port.ts';
import { MAX_WAV_BYTES, speechFailed, speechFromWav, spokenText, textFailed } from './speech-from-wav.ts';

export interface HttpVoiceOptions {
  readonly http: Sender;
  /** From the configuration; may be inside the private network. */
  readonly url: string;
  /** Sent as a bearer token; null sends none. */
  readonly token: string | null;
  /** Real ms, 20,000 unless set. */
  readonly timeoutMs?: number;
}

/**
 * Speaks by a service: POST of the text as `text/plain` in UTF-8, answered by 200 and a WAV file. Redirects are not
 * followed.
 */
export function createHttpVoice({ http, url, token, timeoutMs = 20_000 }: HttpVoiceOptions): Voice {
  const name = describeHost(url);
  return {
    name,
    async speak(text, signal) {
      const line = spokenText(text);
      if (line === null) return textFailed();
      try {
        const answer = await http.send({
          source: 'speech',
          url,
          headers: {
            'Content-Type': 'text/plain; charset=utf-8',
            Accept: 'audio/wav, audio/x-wav',
            ...(token !== null && { Authorization: `Bearer ${token}` }),
          },
          body: line,
          givenBy: 'installation',
          maxBytes: MAX_WAV_BYTES,
          timeoutMs,
          signal,
        });
        if (answer.status !== 200) return speechFailed('unavailable', `${name} answered ${answer.status}.`);
        return speechFromWav(name, answer.bytes);
      } catch (error) {
        if (!(error instanceof AdapterError)) throw error;
        if (signal.aborted) return speechFailed('aborted', `${name} was not waited for.`);
        if (error.kind === 'timeout') return speechFailed('timeout', `${name} did not answer in time.`);
        return speechFailed(error.kind === 'malformed' ? 'malformed' : 'unavailable', error.message);
      }
    },
  };
}
