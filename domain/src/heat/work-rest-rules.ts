import { isFiniteReading, roundTo } from '../core/index.ts';
import type { FieldErrors } from '../locations/index.ts';
import type { HeatMetric, WorkRestBand } from './work-rest.ts';

/**
 * Rules for an organization's own work/rest and risk profiles. Errors are sentences by field label, as the
 * API returns them.
 */

export const profileTextMaxLength = 100;
export const profileAdviceMaxLength = 200;
export const maxIntensities = 10;
export const maxModifiers = 20;
export const maxBands = 20;
export const maxRiskLevels = 20;
/** The range of a band's end, °F of WBGT, air temperature or heat index. */
export const bandEndF = { min: 0, max: 150 } as const;
/** The range of a modifier for clothing or circumstances, °F. */
export const adjustmentF = { min: -20, max: 30 } as const;

export interface WorkRestDraft {
  readonly name: string;
  readonly primaryMetric: HeatMetric;
  readonly customStopText: string | null;
  readonly customContinuousText: string | null;
  readonly useRiskProfile: boolean;
  readonly riskProfileId: string | null;
  readonly intensities: readonly { readonly id: string; readonly name: string }[];
  readonly modifiers: readonly { readonly id: string; readonly name: string; readonly adjustment: number }[];
  readonly matrices: readonly (WorkRestBand & { readonly workRestIntensityId: string })[];
}

type Fault = (label: string, sentence: string) => void;

function collect(check: (fault: Fault) => void): FieldErrors {
  const errors: FieldErrors = {};
  check((label, sentence) => {
    if (!errors[label]?.includes(sentence)) errors[label] = [...(errors[label] ?? []), sentence];
  });
  return errors;
}

/**
 * Checks an organization's own work/rest profile. Each intensity needs bands in order of heat, the last one
 * without an end, and a hotter band never allows more work than a cooler one.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkWorkRestProfile(draft: WorkRestDraft): FieldErrors {
  return collect((fault) => {
    checkText(draft.name, { label: 'Name', name: 'Name', required: true }, fault);
    checkText(draft.customStopText ?? '', { label: 'CustomStopText', name: 'Text for no work' }, fault);
    checkText(
      draft.customContinuousText ?? '',
      { label: 'CustomContinuousText', name: 'Text for work without rest' },
      fault,
    );
    if (draft.useRiskProfile && !draft.riskProfileId)
      fault('RiskProfileId', 'Choose the risk profile to use');

    if (draft.intensities.length === 0) fault('Intensities', 'At least one intensity is required');
    checkNamed(
      draft.intensities,
      { label: 'Intensities', one: 'intensity', many: 'intensities', maximum: maxIntensities },
      fault,
    );
    checkNamed(
      draft.modifiers,
      { label: 'Modifiers', one: 'modifier', many: 'modifiers', maximum: maxModifiers },
      fault,
    );
    for (const { adjustment } of draft.modifiers) {
      if (!isFiniteReading(adjustment) || adjustment < adjustmentF.min || adjustment > adjustmentF.max) {
        fault('Modifiers', `A modifier adjusts by ${adjustmentF.min} to ${adjustmentF.max} °F`);
      } else if (!hasOneDecimal(adjustment)) fault('Modifiers', 'A modifier has one decimal at most');
    }

    const intensityIds = new Set(draft.intensities.map(({ id }) => id));
    if (draft.matrices.some(({ workRestIntensityId }) => !intensityIds.has(workRestIntensityId)))
      fault('Matrices', 'A band belongs to an unknown intensity');
    for (const { id, name } of draft.intensities) {
      checkBands(
        draft.matrices.filter((band) => band.workRestIntensityId === id),
        name,
        fault,
      );
    }
  });
}

function checkBands(bands: readonly WorkRestBand[], intensity: string, fault: Fault): void {
  const report = (sentence: string) => fault('Matrices', `${intensity}: ${sentence}`);
  if (bands.length === 0) {
    report('at least one band is required');
    return;
  }
  if (bands.length > maxBands) report(`at most ${maxBands} bands`);
  checkEnds(
    bands.map(({ max }) => max),
    report,
  );
  let allowed = 1;
  for (const { workPercent, advice } of bands) {
    checkText(
      advice ?? '',
      { label: 'Matrices', name: `${intensity}: advice`, maxLength: profileAdviceMaxLength },
      fault,
    );
    if (workPercent === null) continue;
    if (!isFiniteReading(workPercent) || workPercent < 0 || workPercent > 1)
      report('work is 0 to 100 percent of the hour');
    else if (workPercent > allowed) report('a hotter band cannot allow more work than a cooler one');
    else allowed = workPercent;
  }
}

/** Ends of bands or levels: rising, at one decimal, and none after the last. */
function checkEnds(ends: readonly (number | null)[], report: (sentence: string) => void): void {
  if (ends.at(-1) !== null) report('the last band must have no end');
  if (ends.slice(0, -1).includes(null)) report('only the last band can be without an end');
  let before = Number.NEGATIVE_INFINITY;
  for (const end of ends) {
    if (end === null) continue;
    if (!isFiniteReading(end) || end < bandEndF.min || end > bandEndF.max)
      report(`a band ends at ${bandEndF.min} to ${bandEndF.max} °F`);
    else if (!hasOneDecimal(end)) report('the end of a band has one decimal at most');
    else if (end <= before) report('bands must be in order, each ending hotter than the one before');
    else before = end;
  }
}

export interface RiskProfileDraft {
  readonly name: string;
  readonly metric: HeatMetric;
  readonly riskLevels: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly max: number | null;
    readonly color: string;
    readonly colorSecondary: string;
  }[];
}

/**
 * Checks an organization's own risk profile: named levels in order of heat, the last one without an end, with
 * colors like #0B74B8.
 * @returns sentences by field label; an empty object when there are no errors
 */
export function checkRiskProfile(draft: RiskProfileDraft): FieldErrors {
  return collect((fault) => {
    const report = (sentence: string) =>
      fault('RiskLevels', sentence.charAt(0).toUpperCase() + sentence.slice(1));
    checkText(draft.name, { label: 'Name', name: 'Name', required: true }, fault);
    if (draft.riskLevels.length === 0) return fault('RiskLevels', 'At least one level is required');
    checkNamed(
      draft.riskLevels,
      { label: 'RiskLevels', one: 'level', many: 'levels', maximum: maxRiskLevels },
      fault,
    );
    checkEnds(
      draft.riskLevels.map(({ max }) => max),
      report,
    );
    for (const { description, color, colorSecondary } of draft.riskLevels) {
      checkText(
        description,
        { label: 'RiskLevels', name: 'A description', maxLength: profileAdviceMaxLength },
        fault,
      );
      if (![color, colorSecondary].every((one) => /^#[0-9a-f]{6}$/i.test(one)))
        report('colors must be written like #0B74B8');
    }
  });
}

function checkNamed(
  items: readonly { readonly id: string; readonly name: string }[],
  { label, one, many, maximum }: { label: string; one: string; many: string; maximum: number },
  fault: Fault,
): void {
  if (items.length > maximum) fault(label, `At most ${maximum} ${many}`);
  if (new Set(items.map(({ id }) => id)).size < items.length)
    fault(label, `Each ${one} needs an id of its own`);
  if (new Set(items.map(({ name }) => name.trim().toLowerCase())).size < items.length)
    fault(label, `Each ${one} needs a name of its own`);
  for (const { id, name } of items) {
    if (!/^[\w-]{1,60}$/.test(id)) fault(label, `The id of a ${one} has letters, digits, - or _`);
    checkText(name, { label, name: `The name of a ${one}`, required: true }, fault);
  }
}

function checkText(
  text: string,
  {
    label,
    name,
    required = false,
    maxLength = profileTextMaxLength,
  }: { label: string; name: string; required?: boolean; maxLength?: number },
  fault: Fault,
): void {
  if (required && text.trim() === '') fault(label, `${name} is required`);
  else if (text.length > maxLength) fault(label, `${name} can be at most ${maxLength} characters`);
  else if (/[<>\p{Cc}]/u.test(text)) fault(label, `${name} cannot contain < or > or control characters`);
}

function hasOneDecimal(value: number): boolean {
  return roundTo(value, 1) === value;
}
