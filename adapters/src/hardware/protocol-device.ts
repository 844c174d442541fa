import { isProof, newChallenge } from '../simulator-proof.ts';
import { DeviceFailure, failedReading, outcomeOfError, unsupported } from './device-failure.ts';
import {
  type CommandOutcome,
  type Device,
  type DeviceNetwork,
  DeviceNetworkError,
  type DeviceReading,
  type PlayRequest,
  type Signal,
} from './port.ts';

/**
 * What a driver implements of a device. Methods may throw `DeviceNetworkError` and `DeviceFailure`, which become
 * outcomes; what is left out is unsupported. The signal ends each call in time.
 */
export interface Protocol {
  read(signal: AbortSignal): Promise<DeviceReading>;
  /** `seconds` is a whole number from 1 to 30. */
  sound?(request: { signal: Signal; seconds: number }, signal: AbortSignal): Promise<CommandOutcome>;
  light?(request: { on: boolean; limitSeconds: number | null }, signal: AbortSignal): Promise<CommandOutcome>;
  relay?(
    request: { output: string; on: boolean; limitSeconds: number | null },
    signal: AbortSignal,
  ): Promise<CommandOutcome>;
  play?(request: PlayRequest, signal: AbortSignal): Promise<CommandOutcome>;
  stopSound?(signal: AbortSignal): Promise<CommandOutcome>;
  /** What it answers to the challenge of `src/simulator-proof.ts`. */
  prove(challenge: string, signal: AbortSignal): Promise<string | null>;
  close?(): Promise<void>;
}

const maxSoundSeconds = 30;
const maxDetail = 300;

/**
 * A device from its protocol: one time limit for each call, however many requests it needs, and every error as an
 * outcome. `secrets` never stand in an outcome, even when the device repeats them. `playMs` is the longest time of
 * a play beyond the limit, for drivers that send the sound itself.
 */
export function createDevice(
  protocol: Protocol,
  {
    network,
    secrets = [],
    playMs = 0,
  }: { network: DeviceNetwork; secrets?: readonly string[]; playMs?: number },
): Device {
  const clean = (detail: string) =>
    secrets
      .filter((secret) => secret !== '')
      .reduce((text, secret) => text.replaceAll(secret, '(secret)'), detail)
      .replace(/[^\x20-\x7e\xa0-\uffff]+/g, ' ')
      .slice(0, maxDetail);
  const command = async (
    outer: AbortSignal,
    work: (signal: AbortSignal) => Promise<CommandOutcome> | undefined,
    extraMs = 0,
  ): Promise<CommandOutcome> => {
    const cannot = unsupported('It cannot do that.');
    const outcome = await limited(
      network.timeoutMs + extraMs,
      outer,
      async (signal) => (await work(signal)) ?? cannot,
    ).catch(outcomeOfError);
    return { ...outcome, detail: clean(outcome.detail) };
  };
  const isLimit = (seconds: number | null) => seconds === null || (Number.isFinite(seconds) && seconds > 0);

  return {
    async read(outer) {
      try {
        const reading = await limited(network.timeoutMs, outer, (signal) => protocol.read(signal));
        return { kind: 'reading', reading: { ...reading, faults: reading.faults.map(clean) } };
      } catch (error) {
        const failed = failedReading(error);
        return failed.kind === 'failed' ? { ...failed, detail: clean(failed.detail) } : failed;
      }
    },
    sound: async (request, outer) =>
      Number.isInteger(request.seconds) && request.seconds >= 1 && request.seconds <= maxSoundSeconds
        ? command(outer, (signal) => protocol.sound?.(request, signal))
        : unsupported(`A play lasts 1 to ${maxSoundSeconds} seconds.`),
    light: async (request, outer) =>
      isLimit(request.limitSeconds)
        ? command(outer, (signal) => protocol.light?.(request, signal))
        : unsupported('The limit of the light is no number of seconds.'),
    relay: async (request, outer) =>
      isLimit(request.limitSeconds)
        ? command(outer, (signal) => protocol.relay?.(request, signal))
        : unsupported('The limit of the relay is no number of seconds.'),
    play: (request, outer) => command(outer, (signal) => protocol.play?.(request, signal), playMs),
    stopSound: (outer) => command(outer, (signal) => protocol.stopSound?.(signal)),
    async isSimulator(outer) {
      const challenge = newChallenge();
      try {
        const answer = await limited(network.timeoutMs, outer, (signal) => protocol.prove(challenge, signal));
        return answer !== null && isProof(challenge, answer);
      } catch (error) {
        if (error instanceof DeviceNetworkError || error instanceof DeviceFailure) return false;
        throw error;
      }
    },
    close: async () => protocol.close?.(),
  };
}

/** One time limit for a call, which ends with the caller's signal too. */
async function limited<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // Cleared when the call is over, so that thousands of calls leave no timers behind.
  const end = new AbortController();
  const abort = () => end.abort(outer.reason);
  const timer = setTimeout(() => end.abort(new DOMException('The time is up.', 'TimeoutError')), ms);
  if (outer.aborted) abort();
  else outer.addEventListener('abort', abort);
  try {
    return await work(end.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener('abort', abort);
  }
}
