import type { DeviceDriver, Wiring } from '@allclear/adapters';
import type { HardwareModel } from '@allclear/contract';
import type { FieldErrors } from '@allclear/domain';
import { driverNamed, type UnitContext } from './unit-context.ts';

/** How a unit is to be connected, with its password. */
export interface ConnectionDraft {
  readonly model: Exclude<HardwareModel, 'WXS'>;
  readonly driver: string;
  readonly address: string;
  readonly username: string;
  readonly password: string;
  readonly options: Readonly<Record<string, string>>;
  readonly wiring: Wiring;
}

/** Whether units of this model signal: they have sound or light, and settings of a siren. */
export function isSiren(model: HardwareModel): model is 'OWS' | 'OWX' {
  return model === 'OWS' || model === 'OWX';
}

/** The wiring that counts: what is no siren has none. */
export function wiringOf({ model, wiring }: Pick<ConnectionDraft, 'model' | 'wiring'>): Wiring {
  const given = ({ warningSound, allClearSound, light }: Wiring): Wiring => ({
    ...{ warningSound: warningSound || null, allClearSound: allClearSound || null, light: light || null },
  });
  return isSiren(model) ? given(wiring) : { warningSound: null, allClearSound: null, light: null };
}

/**
 * What is wrong with a connection, sentences by field of the wire; empty when nothing is.
 *
 * @param relayOutputs the outputs of the unit's relays: a person or a policy may leave them on without a limit
 */
export async function connectionFaults(
  context: Pick<UnitContext, 'drivers' | 'addressFault'>,
  draft: ConnectionDraft,
  relayOutputs: readonly string[],
): Promise<FieldErrors> {
  const driver = driverNamed(context, draft.driver);
  if (!driver) return { Driver: ['There is no driver of this name'] };
  const errors: FieldErrors = { ...abilityFaults(driver, draft), ...optionFaults(driver, draft) };
  if (Object.keys(errors).length > 0) return errors;
  for (const output of Object.values(wiringOf(draft)))
    if (output !== null && relayOutputs.some((one) => isSameOutput(one, output)))
      return { Wiring: [`The output ‘${output}’ is a relay of this unit`] };
  const { model: _model, ...settings } = draft;
  return settingsFaults(context, driver, { ...settings, wiring: wiringOf(draft) });
}

/** What is wrong with the settings of a device itself, whatever unit it is for; sentences by field of the wire. */
export async function settingsFaults(
  { addressFault }: Pick<UnitContext, 'addressFault'>,
  driver: DeviceDriver,
  settings: Omit<ConnectionDraft, 'model'>,
): Promise<FieldErrors> {
  const errors: FieldErrors = optionFaults(driver, settings);
  if (Object.keys(errors).length > 0) return errors;
  if (settings.address.includes('@'))
    return { IpAddress: ['Enter user name and password into their own fields, not into the address'] };
  // The port of a simulator is known when it is asked.
  const address = settings.address.startsWith('simulator:') ? '127.0.0.1:80' : settings.address;
  const ofDriver = driver.check({ ...settings, address });
  for (const [label, sentences] of Object.entries(ofDriver))
    errors[label === 'Address' ? 'IpAddress' : label] = [...sentences];
  if (Object.keys(errors).length > 0) return errors;
  const fault = await addressFault(driver, settings.address);
  return fault === null ? {} : { IpAddress: [fault] };
}

/** Outputs have the names of the driver, which devices take in any case. */
export function isSameOutput(a: string, b: string): boolean {
  return a.trim().toLowerCase() === b.trim().toLowerCase();
}

function optionFaults({ options }: DeviceDriver, draft: Pick<ConnectionDraft, 'options'>): FieldErrors {
  const unknown = Object.keys(draft.options).find((name) => !options.some((option) => option.name === name));
  return unknown === undefined ? {} : { [`Options.${unknown}`]: ['This driver has no such setting'] };
}

/** What the driver cannot do and the model or the wiring asks for. */
function abilityFaults({ abilities, label }: DeviceDriver, draft: ConnectionDraft): FieldErrors {
  const { warningSound, allClearSound, light } = wiringOf(draft);
  const errors: FieldErrors = {};
  const fault = (field: string, isWrong: boolean, sentence: string) => {
    if (isWrong) errors[field] = [...(errors[field] ?? []), sentence];
  };
  const noLimit = `${label} cannot end a sound by itself, so it is not used for sound`;
  fault('Wiring.WarningSound', warningSound !== null && abilities.sound === 'none', noLimit);
  fault('Wiring.AllClearSound', allClearSound !== null && abilities.sound === 'none', noLimit);
  fault('Wiring.Light', light !== null && !abilities.light, `${label} has no light`);
  fault(
    'Wiring.AllClearSound',
    warningSound !== null && allClearSound === null,
    'Enter the all-clear signal: who was sounded in is sounded out',
  );
  fault(
    'Wiring.WarningSound',
    warningSound === null && allClearSound !== null,
    'Enter the warning signal: an all clear alone is never sounded',
  );
  fault(
    'Wiring.AllClearSound',
    warningSound !== null && warningSound === allClearSound,
    'The all-clear signal must differ from the warning signal',
  );
  fault(
    'Wiring.Light',
    light !== null &&
      [warningSound, allClearSound].some((sound) => sound !== null && isSameOutput(sound, light)),
    'The light must not be an output of a sound',
  );
  fault(
    'Wiring.WarningSound',
    isSiren(draft.model) && warningSound === null && light === null && abilities.sound !== 'none',
    'Wire a sound or a light',
  );
  fault(
    'Wiring.Light',
    isSiren(draft.model) && warningSound === null && light === null && abilities.sound === 'none',
    'Wire a light',
  );
  fault('Driver', draft.model === 'PAS' && abilities.plays.length === 0, `${label} cannot speak`);
  fault('Driver', draft.model === 'RLY' && !abilities.relays, `${label} has no relays`);
  return errors;
}
