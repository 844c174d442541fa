import type { DeviceSettings, DriverOption, Wiring } from './port.ts';

type Settings = Omit<DeviceSettings, 'unitId'>;

const takenAlready = 'Another signal has this output already.';

/** Sentences by field, as `DeviceDriver.check` returns them. */
export interface Problems {
  add(field: string, sentence: string): void;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export function collectProblems(): Problems {
  const fields: Record<string, string[]> = {};
  return {
    fields,
    add(field, sentence) {
      fields[field] = [...(fields[field] ?? []), sentence];
    },
  };
}

/** The value of an option, or its fallback. */
export function optionOf(settings: Pick<Settings, 'options'>, option: DriverOption): string {
  const given = settings.options[option.name]?.trim();
  return given === undefined || given === '' ? option.fallback : given;
}

/** The names in an option that lists outputs: `relay1, relay2`. */
export function outputsOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

export const listedOutputsHint = 'Outputs are those that are listed';
/** The option in which an Admin names the outputs of a device that cannot say them. */
export const outputsOption: DriverOption = {
  name: 'outputs',
  label: 'Names of its outputs',
  fallback: 'relay1, relay2, relay3, relay4',
  hint: 'Separated by commas',
};

/** The outputs of `outputsOption`, and the wiring to them. */
export function checkListedOutputs(
  problems: Problems,
  settings: Settings,
  { canSound }: { canSound: boolean },
): void {
  const outputs = outputsOf(optionOf(settings, outputsOption));
  if (!areOutputs(outputs))
    problems.add('Options.outputs', 'Enter names of letters, digits, _ and -, separated by commas.');
  checkWiring(problems, settings.wiring, {
    isOutput: (name) => outputs.includes(name),
    hint: listedOutputsHint,
    canSound,
  });
}

/** Whether each name of such a list is one, none twice. */
function areOutputs(names: readonly string[]): boolean {
  return (
    names.length > 0 &&
    names.length <= 64 &&
    new Set(names).size === names.length &&
    names.every((name) => /^[A-Za-z\d_-]{1,40}$/.test(name) && !name.startsWith('__'))
  );
}

/** What every driver asks of its settings: no line ends, no options that it does not know, none missing. */
export function checkCommon(problems: Problems, settings: Settings, options: readonly DriverOption[]): void {
  const isPlain = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);
  if (!isPlain(settings.username)) problems.add('Username', 'The user name holds a control character.');
  if (!isPlain(settings.password)) problems.add('Password', 'The password holds a control character.');
  for (const [name, value] of Object.entries(settings.options)) {
    if (!options.some((option) => option.name === name))
      problems.add(`Options.${name}`, 'There is no such setting.');
    else if (!isPlain(value)) problems.add(`Options.${name}`, 'It holds a control character.');
  }
  for (const option of options)
    if (optionOf(settings, option) === '' && !option.hint.startsWith('Optional'))
      problems.add(`Options.${option.name}`, `Enter: ${option.label}.`);
}

/** The wiring of a board: outputs that exist, each for one purpose. `canSound` false: no output sounds. */
export function checkWiring(
  problems: Problems,
  wiring: Wiring,
  { isOutput, hint, canSound }: { isOutput: (name: string) => boolean; hint: string; canSound: boolean },
): void {
  const outputs = [
    ['WarningSound', wiring.warningSound],
    ['AllClearSound', wiring.allClearSound],
    ['Light', wiring.light],
  ] as const;
  const taken = new Set<string>();
  for (const [field, output] of outputs) {
    if (output === null) continue;
    if (!isOutput(output)) problems.add(`Wiring.${field}`, `${hint}.`);
    else if (taken.has(output)) problems.add(`Wiring.${field}`, takenAlready);
    else if (field !== 'Light' && !canSound)
      problems.add(`Wiring.${field}`, 'It cannot end a sound by itself, so it is not for sound.');
    taken.add(output);
  }
}

/** The wiring of a device whose sounds are files or patterns of its own: `isSound` says whether a text can be one. */
export function checkSounds(
  problems: Problems,
  { warningSound, allClearSound }: Wiring,
  { isSound, hint }: { isSound: (text: string) => boolean; hint: string },
): void {
  const sounds = [
    ['WarningSound', warningSound],
    ['AllClearSound', allClearSound],
  ] as const;
  for (const [field, sound] of sounds)
    if (sound !== null && !isSound(sound)) problems.add(`Wiring.${field}`, `${hint}.`);
  if (warningSound !== null && warningSound === allClearSound)
    problems.add('Wiring.AllClearSound', takenAlready);
}

/**
 * `http://host:port` of an address like `host`, `host:port` or `https://host`; null for anything else: another
 * protocol, a password, a path, a scope.
 */
export function readHttpAddress(address: string): string | null {
  const text = address.trim();
  const whole = /^https?:\/\//i.test(text)
    ? text
    : `http://${/^[\da-f]*:[\da-f]*:[\da-f:.]*$/i.test(text) ? `[${text}]` : text}`;
  const url = /^[^\s%\\\p{Cc}]+$/u.test(whole) ? URL.parse(whole) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  if (url.username !== '' || url.password !== '' || url.hostname === '' || url.port === '0') return null;
  if (url.pathname !== '/' || whole.includes('?') || whole.includes('#') || whole.includes('@')) return null;
  return `${url.protocol}//${url.host}`;
}

export function checkHttpAddress(problems: Problems, settings: Settings): void {
  if (readHttpAddress(settings.address) === null)
    problems.add('Address', 'Enter a host, host:port or https://host, without a password and a path.');
}
