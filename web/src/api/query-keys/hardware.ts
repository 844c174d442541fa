import { queryKind } from './query-kind.ts';

export const hardwareKeys = {
  /** The list, and of a unit its relays, settings, schedules and commands. */
  hardware: queryKind('hardware', { announcedBy: ['hardware'], throttleMs: 2_000 }),
  /** What sounds now, for the bar on every page. */
  sounding: queryKind('sounding', { announcedBy: ['hardware'], throttleMs: 1_000 }),
  /** The states of relays are asked of the device while their panel is open. */
  relayStates: queryKind('relay-states', { quiet: true }),
  /** The makes of devices of this version. */
  drivers: queryKind('hardware-drivers', { quiet: true }),
  /** Asked for when its form opens. */
  connection: queryKind('hardware-connection', { quiet: true }),
  /** Asked for when their page or the dialog that speaks them opens. */
  storedMessages: queryKind('stored-messages', { quiet: true }),
};
