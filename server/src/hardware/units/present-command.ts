import type { HardwareCommand } from '@allclear/contract';
import type { HardwareAction } from '@allclear/domain';
import { isoTime } from '../../platform/http/iso-time.ts';
import type { RecordedCommand } from './unit-commands.store.ts';

export function presentCommand(command: RecordedCommand): HardwareCommand {
  const { id, content, cause, state, detail } = command;
  return {
    ...{ id, hardwareId: command.unitId, action: content.kind, text: actionText(content) },
    ...{ cause: command.causeText, isTest: cause === 'test' || cause === 'drill', state, detail },
    ...{ atUtc: isoTime(command.at), endedUtc: isoTime(command.endedAt) },
  };
}

/** What a unit is asked to do, in words: 'Warning signal, 3 plays of 10 s'. */
export function actionText(action: HardwareAction): string {
  switch (action.kind) {
    case 'sound': {
      const plays = action.plays === 1 ? '1 play' : `${action.plays} plays`;
      const signal = action.signal === 'warning' ? 'Warning signal' : 'All-clear signal';
      return `${signal}, ${plays} of ${action.seconds} s`;
    }
    case 'light':
      return `Light ${action.on ? 'on' : 'off'}${limitText(action.limitSeconds)}`;
    case 'relay':
      return `Output ${action.output} ${action.on ? 'on' : 'off'}${limitText(action.limitSeconds)}`;
    case 'play': {
      const times = action.plays === 1 ? '' : `, ${action.plays} times`;
      return action.clip === null ? `Message ‘${action.text}’${times}` : `Clip ‘${action.clip}’${times}`;
    }
    case 'stop-sound':
      return 'Sound off';
  }
}

function limitText(seconds: number | null): string {
  return seconds === null ? '' : `, at most ${seconds} s`;
}
