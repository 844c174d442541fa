/** Two notes, Hz; each for `noteSeconds`. */
const notesHz = [880, 660, 880, 660] as const;
const noteSeconds = 0.35;
const volume = 0.4;

/** The tone of a takeover, synthesized: there is no file to load. */
export interface Tone {
  /**
   * Starts the audio of the page; browsers require a press of a person for it. False where there is no audio.
   */
  allow(): Promise<boolean>;
  forbid(): void;
  play(): void;
}

export function createTone(): Tone {
  let context: AudioContext | null = null;
  return {
    async allow() {
      if (typeof AudioContext === 'undefined') return false;
      context ??= new AudioContext();
      await context.resume().catch(() => undefined);
      return context.state === 'running';
    },
    forbid() {
      void context?.close();
      context = null;
    },
    play() {
      if (context) playNotes(context);
    },
  };
}

function playNotes(context: AudioContext): void {
  // A device that slept has suspended its audio.
  void context.resume().catch(() => undefined);
  for (const [i, frequencyHz] of notesHz.entries()) {
    const at = context.currentTime + i * noteSeconds;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.frequency.value = frequencyHz;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(volume, at + 0.02);
    gain.gain.linearRampToValueAtTime(0, at + noteSeconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(at);
    oscillator.stop(at + noteSeconds);
  }
}
