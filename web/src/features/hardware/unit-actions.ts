import type { Hardware } from '@allclear/contract';

/** What can be done with a unit; each opens a dialog. */
export type UnitAction =
  | 'test'
  | 'settings'
  | 'relays'
  | 'disable'
  | 'enable'
  | 'drill'
  | 'commands'
  | 'connection';

interface NamedAction {
  readonly action: UnitAction;
  readonly label: string;
}

/** The actions of a card: those with a button of their own, and those of its menu. */
export function unitActions(
  { isSiren, enabled, mayOperate, hasRemoteRelays, driver }: Hardware,
  mayWrite: boolean,
): { first: readonly NamedAction[]; more: readonly NamedAction[] } {
  const when = (is: boolean, action: UnitAction, label: string) => (is ? [{ action, label }] : []);
  const hasDevice = driver !== null;
  return {
    first: [
      ...when(isSiren && mayOperate && enabled, 'test', 'Test'),
      ...when(isSiren, 'settings', 'Settings'),
      ...when(hasRemoteRelays, 'relays', 'Relays'),
    ],
    more: [
      ...when(mayOperate && enabled, 'disable', 'Disable'),
      ...when(mayOperate && !enabled, 'enable', 'Enable'),
      ...when(isSiren && mayOperate && enabled, 'drill', 'Drill'),
      ...when(hasDevice, 'commands', 'Record of commands'),
      ...when(mayWrite && hasDevice && !hasRemoteRelays, 'relays', 'Add relays'),
      ...when(mayWrite && hasDevice, 'connection', 'Edit hardware'),
    ],
  };
}
