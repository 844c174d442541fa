import { emptyFields, type SetupFields } from './setup-fields.ts';

const key = 'allclear.setup';

/** Keeps what was typed for a reload of this tab: never the code and the password. */
export function keepFields(storage: Storage, fields: SetupFields): void {
  const { code: _code, password: _password, confirmedPassword: _again, ...kept } = fields;
  storage.setItem(key, JSON.stringify(kept));
}

/** What was typed before; of anything else the empty fields stay. */
export function readFields(storage: Storage, timeZone: string): SetupFields {
  const empty = emptyFields(timeZone);
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return empty;
    const texts = Object.entries(kept).filter(([name, text]) => name in empty && typeof text === 'string');
    return { ...empty, ...Object.fromEntries(texts), code: '', password: '', confirmedPassword: '' };
  } catch {
    return empty;
  }
}

export function forgetFields(storage: Storage): void {
  storage.removeItem(key);
}
