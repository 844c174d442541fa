import { readCommandLine, readDeviceNetworks } from '@allclear/adapters';
import { address, checkedText, defineSettings } from '../platform/settings/settings.ts';

export interface HardwareSettings {
  /** As `readDeviceNetworks` reads them: devices count only inside them. Empty: none but the demonstration's simulators. */
  readonly networks: string;
  /** The program that speaks, with its arguments; null for none. */
  readonly speechCommand: string | null;
  /** The HTTP voice; null for none. */
  readonly speechUrl: string | null;
}

const variables = {
  ALLCLEAR_DEVICE_NETWORKS: checkedText(
    {
      fallback: 'none',
      meaning:
        'networks in which sirens, lights, relays and loudspeakers are, separated by commas, such as `10.20.0.0/16`: no other address is ever contacted for a device',
    },
    (value) => !('problem' in readDeviceNetworks(value)),
    (value) => {
      const read = readDeviceNetworks(value);
      return `ALLCLEAR_DEVICE_NETWORKS is not right: ${'problem' in read ? read.problem : value}`;
    },
  ),
  ALLCLEAR_SPEECH_COMMAND: checkedText(
    {
      fallback: 'none',
      meaning:
        'a program that speaks PA messages for loudspeakers that take sound only, such as `espeak-ng --stdin --stdout`: it reads the text and writes a WAV file; it is started without a shell',
    },
    (value) => readCommandLine(value) !== null,
    (value) => `ALLCLEAR_SPEECH_COMMAND must be a program and its arguments, not '${value}'.`,
  ),
  ALLCLEAR_SPEECH_URL: address('ALLCLEAR_SPEECH_URL', {
    fallback: 'none',
    meaning:
      'an HTTP voice for the same, where no program is set: it answers a POST of the text with a WAV file',
  }),
};

export const hardwareSettings = defineSettings(
  variables,
  (values): HardwareSettings => ({
    networks: values.ALLCLEAR_DEVICE_NETWORKS,
    speechCommand: values.ALLCLEAR_SPEECH_COMMAND || null,
    speechUrl: values.ALLCLEAR_SPEECH_URL || null,
  }),
);
