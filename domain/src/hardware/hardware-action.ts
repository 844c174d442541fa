/** What a unit is asked to do. Times in seconds; `plays` with a second between two. */
export type HardwareAction =
  | {
      readonly kind: 'sound';
      readonly signal: 'warning' | 'all-clear';
      readonly seconds: number;
      readonly plays: number;
    }
  /** `limitSeconds`: the device switches it off itself after so long, where it can. */
  | { readonly kind: 'light'; readonly on: boolean; readonly limitSeconds: number | null }
  | {
      readonly kind: 'relay';
      readonly output: string;
      readonly on: boolean;
      readonly limitSeconds: number | null;
    }
  /** A clip goes before the text; the text is what is spoken, and what the record says. */
  | { readonly kind: 'play'; readonly text: string; readonly clip: string | null; readonly plays: number }
  | { readonly kind: 'stop-sound' };

/**
 * Why a command is given. `warning`: a delay or a warning that fires the unit, and what says why it is not clear yet.
 * `all-clear`: the earned clear, signal and words; at most once, only while it is earned, and dropped after two
 * minutes. `dark`: a light goes off without an all clear.
 */
export type CommandCause =
  | 'warning'
  | 'all-clear'
  | 'dark'
  | 'automation'
  | 'test'
  | 'drill'
  | 'person'
  | 'supervision';

/** Seconds in which a command must begin; one that is late is dropped. */
export const commandLifeSeconds: Readonly<Record<CommandCause, number>> = {
  // While its delay lasts it is still worth sounding, to a unit that was away for hours too; what ends it is that its
  // decision no longer holds.
  warning: 86_400,
  'all-clear': 120,
  dark: 86_400,
  automation: 600,
  test: 30,
  drill: 30,
  person: 30,
  supervision: 60,
};
