import type { DeviceDriver, DeviceNetwork, DeviceSettings } from './port.ts';
import { createDevice } from './protocol-device.ts';
import { type RelayBoard, relayBoardProtocol } from './relay-board.ts';
import { checkCommon, checkHttpAddress, checkWiring, collectProblems } from './settings-check.ts';

interface HttpRelayBoard {
  readonly name: string;
  readonly label: string;
  readonly addressHint: string;
  readonly outputHint: string;
  isOutput(name: string): boolean;
  /** Why the device cannot have a user of this name; null when it can. */
  usernameProblem(username: string): string | null;
  openBoard(settings: DeviceSettings, network: DeviceNetwork): RelayBoard;
}

/** The driver of a relay board that is asked by HTTP, ends a pulse itself, reads back and has no options of its own. */
export function httpRelayBoardDriver(board: HttpRelayBoard): DeviceDriver {
  const { name, label, addressHint, outputHint, isOutput } = board;
  return {
    ...{ name, label, addressHint, outputHint, options: [] },
    abilities: { sound: 'limited', light: true, relays: true, plays: [], readsBack: true },
    check(settings) {
      const problems = collectProblems();
      checkCommon(problems, settings, []);
      checkHttpAddress(problems, settings);
      const usernameProblem = board.usernameProblem(settings.username);
      if (usernameProblem !== null) problems.add('Username', usernameProblem);
      checkWiring(problems, settings.wiring, { isOutput, hint: outputHint, canSound: true });
      return problems.fields;
    },
    open: (settings, network) =>
      createDevice(relayBoardProtocol(board.openBoard(settings, network), settings.wiring), {
        network,
        secrets: [settings.password],
      }),
  };
}

/** Basic authentication ends the user name at its first colon. */
export function basicUsernameProblem(username: string): string | null {
  return username.includes(':') ? 'The user name holds a colon.' : null;
}
