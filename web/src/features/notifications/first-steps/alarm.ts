import { createTone } from '../../../ui/tone.ts';

/** How this device draws attention while the dashboard is open and people should act at a place from now on. */
export interface AlarmChoice {
  readonly tone: boolean;
  readonly vibration: boolean;
}

const key = 'allclear.alarm';
const vibrationMs = [400, 150, 400, 150, 800];

/** The choice of this device; nothing is chosen where none was made or storage is blocked. */
export function readAlarm(storage: Pick<Storage, 'getItem'>): AlarmChoice {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    const { tone, vibration } = (stored ?? {}) as Partial<AlarmChoice>;
    return { tone: tone === true, vibration: vibration === true };
  } catch {
    return { tone: false, vibration: false };
  }
}

export function writeAlarm(storage: Pick<Storage, 'setItem'>, choice: AlarmChoice): void {
  try {
    storage.setItem(key, JSON.stringify(choice));
  } catch {
    // Storage may be blocked: the choice then lasts for this page only.
  }
}

export function canVibrate(): boolean {
  return typeof navigator.vibrate === 'function';
}

const tone = createTone();

/** Browsers play a tone only after a press on the page: the first one allows it. */
export function allowToneOnPress(): () => void {
  const allow = () => void tone.allow();
  const once = { once: true, capture: true };
  document.addEventListener('pointerdown', allow, once);
  document.addEventListener('keydown', allow, once);
  return () => {
    document.removeEventListener('pointerdown', allow, once);
    document.removeEventListener('keydown', allow, once);
  };
}

/** Called from a press, or where `allowToneOnPress` waited for one. */
export function raiseAlarm(choice: AlarmChoice): void {
  if (choice.tone) tone.play();
  if (choice.vibration && canVibrate()) navigator.vibrate(vibrationMs);
}

/** Plays what is chosen, from a press. */
export async function tryAlarm(choice: AlarmChoice): Promise<void> {
  if (choice.tone) await tone.allow();
  raiseAlarm(choice);
}
