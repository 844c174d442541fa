import {
  createHttpVoice,
  createVoiceCommand,
  readCommandLine,
  type Sender,
  shareVoice,
  type Voice,
} from '@allclear/adapters';
import type { HardwareSettings } from '../settings.ts';

/** The voice of this installation, shared by all units: an installed program, else an HTTP voice; null for none. */
export function openVoice(
  { speechCommand, speechUrl }: Pick<HardwareSettings, 'speechCommand' | 'speechUrl'>,
  http: Sender,
): Voice | null {
  const command = speechCommand === null ? null : readCommandLine(speechCommand);
  if (command !== null) return shareVoice(createVoiceCommand({ command }));
  return speechUrl === null ? null : shareVoice(createHttpVoice({ http, url: speechUrl, token: null }));
}
