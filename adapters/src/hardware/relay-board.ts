import { combinedOutcome, DeviceFailure, unsupported } from './device-failure.ts';
import { type CommandOutcome, DeviceNetworkError, type DeviceReading, type Wiring } from './port.ts';
import type { Protocol } from './protocol-device.ts';

/** What a board says of itself: the reading without what the wiring makes of it. */
export type BoardReading = Omit<DeviceReading, 'sounding' | 'lit'>;

/** A board with outputs that are on or off. Methods may throw `DeviceNetworkError` and `DeviceFailure`. */
export interface RelayBoard {
  isOutput(name: string): boolean;
  /** The longest time after which it switches an output off itself, seconds; 0: it has no such timer. */
  readonly maxLimitSeconds: number;
  /** Null: it cannot say. */
  readonly read: ((signal: AbortSignal) => Promise<BoardReading>) | null;
  /**
   * One command, sent once. `limitSeconds` is within `maxLimitSeconds`, or null. Resolves with the outputs as the
   * answer says them; null when the answer says nothing of them.
   */
  set(
    command: { output: string; on: boolean; limitSeconds: number | null },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, boolean>> | null>;
  prove(challenge: string, signal: AbortSignal): Promise<string | null>;
  close?(): Promise<void>;
}

/** Sound, light and relays of a board whose outputs are wired to a siren and a light. */
export function relayBoardProtocol(board: RelayBoard, wiring: Wiring): Protocol {
  const sounds = [wiring.warningSound, wiring.allClearSound].filter((output) => output !== null);

  const set = async (
    { output, on, limitSeconds }: { output: string; on: boolean; limitSeconds: number | null },
    signal: AbortSignal,
  ): Promise<CommandOutcome> => {
    if (!board.isOutput(output)) return unsupported(`It has no output ${output}.`);
    const isLimited = on && limitSeconds !== null && limitSeconds <= board.maxLimitSeconds;
    const answered = await board.set({ output, on, limitSeconds: isLimited ? limitSeconds : null }, signal);
    if (answered === null && board.read === null)
      return { kind: 'sent', detail: 'It took the command; it cannot say more.' };
    const states = answered ?? (await readBack(board, signal));
    if (states === null)
      return { kind: 'unknown', detail: 'It took the command, and then did not say what its outputs do.' };
    const state = states[output];
    const word = on ? 'on' : 'off';
    if (state === undefined) return { kind: 'unknown', detail: `It says nothing of ${output}.` };
    if (state !== on)
      return { kind: 'unknown', detail: `It took the command, and says that ${output} is not ${word}.` };
    const limit = isLimited ? ` It ends by itself after ${limitSeconds} s.` : '';
    return { kind: 'confirmed', detail: `It says that ${output} is ${word}.${limit}` };
  };

  return {
    async read(signal) {
      if (board.read === null) throw new DeviceFailure('unsupported', 'It cannot say what its outputs do.');
      const reading = await board.read(signal);
      return { ...reading, sounding: anyOn(reading, sounds), lit: anyOn(reading, [wiring.light]) };
    },
    async sound({ signal: which, seconds }, signal) {
      const output = which === 'warning' ? wiring.warningSound : wiring.allClearSound;
      if (output === null) return unsupported('No output is set up for this signal.');
      if (seconds > board.maxLimitSeconds)
        return unsupported('It cannot end a sound by itself, so it is not for sound.');
      return set({ output, on: true, limitSeconds: seconds }, signal);
    },
    async light({ on, limitSeconds }, signal) {
      if (wiring.light === null) return unsupported('No output is set up for the light.');
      return set({ output: wiring.light, on, limitSeconds }, signal);
    },
    async relay(command, signal) {
      // A sound without a limit must not come about by the way of a relay.
      if (command.on && sounds.includes(command.output))
        return unsupported('This output sounds; it is switched by its signals only.');
      return set(command, signal);
    },
    async stopSound(signal) {
      const outcomes: CommandOutcome[] = [];
      for (const output of sounds)
        outcomes.push(await set({ output, on: false, limitSeconds: null }, signal));
      return combinedOutcome(outcomes);
    },
    prove: (challenge, signal) => board.prove(challenge, signal),
    close: async () => board.close?.(),
  };
}

/** Null when it does not answer: the command before it may have been carried out all the same. */
async function readBack(
  board: RelayBoard,
  signal: AbortSignal,
): Promise<Readonly<Record<string, boolean>> | null> {
  try {
    return (await board.read?.(signal))?.relays ?? null;
  } catch (error) {
    if (error instanceof DeviceNetworkError || error instanceof DeviceFailure) return null;
    throw error;
  }
}

/** Null when none is set up, or the device says nothing of one of them. */
function anyOn({ relays }: BoardReading, outputs: readonly (string | null)[]): boolean | null {
  const states = outputs.flatMap((output) => (output === null ? [] : [relays[output] ?? null]));
  if (states.includes(true)) return true;
  return states.length === 0 || states.includes(null) ? null : false;
}
