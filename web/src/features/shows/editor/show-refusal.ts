import { ApiFailure, messageOf } from '../../../api/failure.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

const labels = ['Name', 'Layout', 'PlaceIds', 'Scenes', 'Ticker', 'ShowsClock'] as const;
const sceneFields = [
  'Kind',
  'Seconds',
  'PlaceId',
  'CameraId',
  'Latitude',
  'Longitude',
  'Miles',
  'Title',
  'Text',
] as const;

/** 'Scenes.1.Text' of 'scenes[1].text'; null for a label that is none of the form. */
export function formLabel(label: string): string | null {
  const [first = '', index = '', field = ''] = label.toLowerCase().split(/[.[\]]+/);
  const known = labels.find((one) => one.toLowerCase() === first);
  const ofScene = sceneFields.find((one) => one.toLowerCase() === field);
  if (known === 'Scenes' && /^\d+$/.test(index) && ofScene) return `Scenes.${index}.${ofScene}`;
  return known ?? null;
}

/** A refused save: the errors of known fields at these, the rest as a sentence. */
export function refusalOf(thrown: unknown, header: string): Refusal {
  const errors = thrown instanceof ApiFailure ? thrown.errors : {};
  const fields: Record<string, string[]> = {};
  const others: string[] = [];
  for (const [label, sentences] of Object.entries(errors)) {
    const own = formLabel(label);
    if (own !== null) fields[own] = [...(fields[own] ?? []), ...sentences];
    else if (label !== 'ServerErrors') others.push(...sentences);
  }
  const message = others.length > 0 ? others.join(' ') : reasonOf(thrown, Object.keys(fields).length > 0);
  return { header, message, fields };
}

function reasonOf(thrown: unknown, hasFields: boolean): string {
  if (thrown instanceof ApiFailure && thrown.code === 'conflict')
    return 'Somebody else changed this show meanwhile. Show it as it is now, or save again to keep your changes.';
  if (thrown instanceof ApiFailure && thrown.status === 404)
    return 'This show, or a place or camera of it, was deleted meanwhile.';
  return hasFields ? '' : messageOf(thrown);
}
