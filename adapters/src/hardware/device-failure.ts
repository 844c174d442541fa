import { type CommandOutcome, DeviceNetworkError, type ReadingOutcome, type RefusedBecause } from './port.ts';

/**
 * A device that answered, but not as it should. `mayHaveActed`: the answer leaves open whether a command was carried
 * out. `silent`: there was no answer of the device, although its network took the command.
 */
export class DeviceFailure extends Error {
  readonly because: RefusedBecause | 'silent' | 'malformed';
  readonly mayHaveActed: boolean;

  constructor(because: DeviceFailure['because'], message: string, mayHaveActed = false) {
    super(message);
    this.because = because;
    this.mayHaveActed = mayHaveActed;
  }
}

/** An answer that cannot be read: a command may have been carried out. */
export function malformed(message: string): DeviceFailure {
  return new DeviceFailure('malformed', message, true);
}

/** For an error of reading back: the command before it was taken, so that no error is a refusal of it. */
export function couldNotReadBack(error: unknown): never {
  if (!(error instanceof DeviceFailure) && !(error instanceof DeviceNetworkError)) throw error;
  throw malformed('It took the command, and then did not say what its outputs do.');
}

/** What a thrown error says of a command. */
export function outcomeOfError(error: unknown): CommandOutcome {
  if (error instanceof DeviceNetworkError) {
    if (error.when === 'before') return { kind: 'refused', because: 'network', detail: error.message };
    return { kind: 'unknown', detail: error.message };
  }
  if (!(error instanceof DeviceFailure)) throw error;
  const { because, mayHaveActed, message } = error;
  if (mayHaveActed || because === 'silent' || because === 'malformed')
    return { kind: 'unknown', detail: message };
  return { kind: 'refused', because, detail: message };
}

/** What a thrown error says of a reading. */
export function failedReading(error: unknown): ReadingOutcome {
  if (error instanceof DeviceFailure)
    return { kind: 'failed', because: error.because, detail: error.message };
  if (!(error instanceof DeviceNetworkError)) throw error;
  const because =
    error.because === 'malformed'
      ? 'malformed'
      : error.because === 'timeout' || error.because === 'aborted'
        ? 'silent'
        : 'network';
  return { kind: 'failed', because, detail: error.message };
}

/** Several commands for one purpose: all confirmed, or the least certain of them. */
export function combinedOutcome(outcomes: readonly CommandOutcome[]): CommandOutcome {
  const unknown = outcomes.find(({ kind }) => kind === 'unknown');
  if (unknown) return unknown;
  const refused = outcomes.find(({ kind }) => kind === 'refused');
  if (refused && outcomes.some(({ kind }) => kind !== 'refused'))
    return { kind: 'unknown', detail: `Only a part was carried out. ${refused.detail}` };
  const [first] = outcomes;
  const sent = outcomes.find(({ kind }) => kind === 'sent');
  return refused ?? sent ?? first ?? unsupported('It has no such output.');
}

export function unsupported(detail: string): CommandOutcome {
  return { kind: 'refused', because: 'unsupported', detail };
}
