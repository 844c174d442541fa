import { useEffect, useState } from 'react';
import { allowToneOnPress, raiseAlarm, readAlarm } from './alarm.ts';

/**
 * Raises the chosen alarm of this device.
 *
 * @param urgent the places at which people should act since a moment ago; a new list is a new alarm
 */
export function useAlarm(urgent: readonly string[]): void {
  const [choice] = useState(() => readAlarm(window.localStorage));
  useEffect(() => {
    if (choice.tone) return allowToneOnPress();
  }, [choice]);
  useEffect(() => {
    if (urgent.length > 0) raiseAlarm(choice);
  }, [urgent, choice]);
}
