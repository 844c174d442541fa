import type { WorkRestForm, WorkRestProfile } from '@allclear/contract';
import { checkWorkRestProfile, type FieldErrors, roundTo, type WorkRestDraft } from '@allclear/domain';
import { ApiFailure } from '../../../api/failure.ts';
import type { Refusal } from '../../../forms/use-edited-form.ts';

/** A band as entered: texts; the last band of a kind of work has no end. */
export interface BandFields {
  readonly key: string;
  readonly max: string;
  /** Minutes of an hour; empty if the profile gives no figure. */
  readonly workMinutes: string;
  readonly advice: string;
}
export interface IntensityFields {
  readonly id: string;
  readonly name: string;
  readonly bands: readonly BandFields[];
}
export interface ModifierFields {
  readonly id: string;
  readonly name: string;
  readonly adjustment: string;
}
export interface ProfileFields {
  readonly name: string;
  readonly primaryMetric: WorkRestProfile['primaryMetric'];
  readonly customStopText: string;
  readonly customContinuousText: string;
  /** Empty: no risk scale. */
  readonly riskProfileId: string;
  readonly intensities: readonly IntensityFields[];
  readonly modifiers: readonly ModifierFields[];
}

let made = 0;
/** Identifies rows of a form; never sent. */
export function newKey(): string {
  made += 1;
  return `row-${made}`;
}

/** An id that no other row has. */
export function freeId(taken: readonly { readonly id: string }[], word: string): string {
  for (let number = taken.length + 1; ; number++)
    if (!taken.some(({ id }) => id === `${word}-${number}`)) return `${word}-${number}`;
}

export const newBand = (workMinutes = ''): BandFields => ({
  key: newKey(),
  max: '',
  workMinutes,
  advice: '',
});

/** The form of a profile, of a copy of it, or of a new one that allows nothing until it is filled in. */
export function fieldsOf(profile: WorkRestProfile | null, copied = false): ProfileFields {
  if (!profile) {
    return {
      name: '',
      primaryMetric: 'WBGT',
      customStopText: '',
      customContinuousText: '',
      riskProfileId: '',
      modifiers: [],
      intensities: [{ id: 'work-1', name: 'Work', bands: [newBand('60'), newBand('0')] }],
    };
  }
  return {
    name: copied ? `${profile.name} (copy)` : profile.name,
    primaryMetric: profile.primaryMetric,
    customStopText: profile.customStopText ?? '',
    customContinuousText: profile.customContinuousText ?? '',
    riskProfileId: profile.useRiskProfile ? (profile.riskProfileId ?? '') : '',
    intensities: profile.intensities.map(({ id, name }) => ({
      id,
      name,
      bands: profile.matrices
        .filter(({ workRestIntensityId }) => workRestIntensityId === id)
        .toSorted((a, b) => (a.max ?? Number.MAX_VALUE) - (b.max ?? Number.MAX_VALUE))
        .map(({ max, workPercent, advice }) => ({
          key: newKey(),
          max: max === null ? '' : String(max),
          workMinutes: workPercent === null ? '' : String(roundTo(60 * workPercent, 2)),
          advice: advice ?? '',
        })),
    })),
    modifiers: profile.modifiers.map(({ id, name, adjustment }) => ({
      id,
      name,
      adjustment: String(adjustment),
    })),
  };
}

/** A number as typed; any other text becomes NaN, which the rules refuse. */
function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The request body. */
export function formOf(fields: ProfileFields): WorkRestForm & WorkRestDraft {
  return {
    name: fields.name.trim(),
    primaryMetric: fields.primaryMetric,
    customStopText: fields.customStopText.trim() || null,
    customContinuousText: fields.customContinuousText.trim() || null,
    useRiskProfile: fields.riskProfileId !== '',
    riskProfileId: fields.riskProfileId || null,
    intensities: fields.intensities.map(({ id, name }) => ({ id, name: name.trim() })),
    modifiers: fields.modifiers.map(({ id, name, adjustment }) => ({
      id,
      name: name.trim(),
      adjustment: numberOf(adjustment),
    })),
    matrices: fields.intensities.flatMap(({ id, bands }) =>
      bands.map(({ max, workMinutes, advice }, index) => ({
        workRestIntensityId: id,
        max: index === bands.length - 1 ? null : numberOf(max),
        workPercent: workMinutes.trim() === '' ? null : numberOf(workMinutes) / 60,
        ...(advice.trim() ? { advice: advice.trim() } : {}),
      })),
    ),
  };
}

/** Sentences by field label; empty when the form is valid. */
export function problemsOf(fields: ProfileFields): FieldErrors {
  return checkWorkRestProfile(formOf(fields));
}

/** Whether the form has unsaved changes; rows are compared by their values. */
export function isSame(a: ProfileFields, b: ProfileFields): boolean {
  const textOf = (fields: ProfileFields) =>
    JSON.stringify(fields, (name, value: unknown) => (name === 'key' ? undefined : value));
  return textOf(a) === textOf(b);
}

/** A refused call: its header, the server's message, and sentences by the label of their field. */
export function refusalOf(thrown: unknown, header: string): Refusal {
  if (!(thrown instanceof ApiFailure)) return { header, message: '', fields: {} };
  const fields = Object.fromEntries(
    Object.entries(thrown.errors).map(([label, sentences]) => [label.split('.')[0] ?? label, [...sentences]]),
  );
  return { header, message: thrown.message, fields };
}
