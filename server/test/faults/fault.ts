import type { Stage, StageOptions } from './stage.ts';

/** How much of a fault: `isShort` for the form that is part of `npm test`. */
export interface Round {
  readonly random: () => number;
  readonly isShort: boolean;
}

/** One kind of fault. */
export interface Fault {
  readonly name: string;
  /** What happens, a sentence. */
  readonly what: string;
  readonly stage: Pick<StageOptions, 'weather' | 'database' | 'prepare' | 'env'>;
  /** Why it cannot be shown on this machine; null when it can. */
  whyNot?(): string | null;
  /** Makes the fault, and ends it. */
  strike(stage: Stage, round: Round): Promise<void>;
  /** A line of the log that says what happened, of those since the fault began; null when the server need not notice. */
  readonly logged: RegExp | null;
  /** How soon after the end of the fault everything answers again, ms. */
  readonly backWithinMs?: number;
  /** Whether the server runs through: it then answers every request for reads. */
  readonly answersMeanwhile?: boolean;
  /** What else is wrong after the fault, a sentence each. */
  after?(stage: Stage, round: Round): Promise<string[]>;
}

/** What a round showed. */
export interface RoundResult {
  /** What is wrong, a sentence each; none when the product held. */
  readonly wrong: readonly string[];
  /** From the end of the fault until everything answered, ms. */
  readonly backMs: number | null;
  readonly claims: number;
  readonly clearClaims: number;
  readonly delaysSeen: number;
  /** Writes that were acknowledged. */
  readonly acknowledged: number;
  readonly deliveries: number;
  /** Lines of warnings and errors since the fault began. */
  readonly warnings: number;
  /** The line that says what happened. */
  readonly line: string;
}
