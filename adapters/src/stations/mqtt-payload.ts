import { type UnitSystem, withUploadNames } from './unit-names.ts';
import { BadUpload, type UploadFields } from './upload.ts';

/**
 * The fields of a gateway's message: a JSON object, or a form as in the upload protocols
 * ('tempf=70.1&humidity=50'). `units` applies to values without a unit in their name; null is unknown, and
 * drops them. Throws BadUpload for anything else.
 */
export function readMqttPayload(payload: Uint8Array, units: UnitSystem | null): UploadFields {
  const text = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8').trim();
  const fields = text.startsWith('{') ? jsonFields(text) : formFields(text);
  return withUploadNames(fields, units);
}

function jsonFields(text: string): UploadFields {
  try {
    return JSON.parse(text) as UploadFields;
  } catch {
    throw new BadUpload('The report is not JSON, or was cut off.');
  }
}

function formFields(text: string): UploadFields {
  if (!/^[\w.]+=/.test(text)) throw new BadUpload('The report is neither JSON nor a form.');
  return Object.fromEntries(new URLSearchParams(text));
}
