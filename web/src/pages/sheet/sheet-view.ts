import type { HourlyForecastItem, PolicyTrigger } from '@allclear/contract';
import { amountText } from '@allclear/domain';
import { type QueryState, trustOf } from '../../api/query-state.ts';
import { hourAndMinute, timeOfDay } from '../../clock/time-text.ts';
import {
  type LightningView,
  type Strike,
  type Thunder,
  thunderText,
} from '../../features/lightning/lightning-view.ts';
import { itemsOf, type Warnings } from '../../features/warnings/warnings-view.ts';

/** Hours that fit on the page. */
const maxHours = 12;
const maxWarnings = 5;
const maxPolicies = 8;

export interface SheetZone {
  readonly range: string;
  readonly state: string;
  readonly lastStrike: string;
}

/** Of a place that is closed no zone is called clear. */
const quietState = 'No lightning';
const zoneStates = { strike: 'Lightning', observing: 'Observing, not clear', clear: 'Clear' } as const;

/** A line a zone. One whose state is not known says so, with its last strike where that is known. */
export function sheetZones(view: LightningView, timeZone: string, isClosed = false): SheetZone[] {
  const wordOf = (state: keyof typeof zoneStates) =>
    isClosed && state === 'clear' ? quietState : zoneStates[state];
  const lightningText = (strike: Strike | null, thunder: Thunder | null) =>
    thunder ? thunderText(thunder, timeOfDay(thunder.at, timeZone)) : strikeText(strike);
  const strikeText = (strike: Strike | null) =>
    strike
      ? `${strike.distanceMiles.toFixed(1)} mi ${strike.compass} at ${timeOfDay(strike.at, timeZone)}`
      : 'None known';
  switch (view.kind) {
    case 'delay':
      return view.zones.map(({ range, state, clearAt, lastStrike, thunder }) => ({
        range,
        state:
          clearAt === null
            ? wordOf(state)
            : `${wordOf(state)}, all clear not before ${timeOfDay(clearAt, timeZone)}`,
        lastStrike: lightningText(lastStrike, thunder),
      }));
    case 'clear':
      return view.answer.zones.map(({ range, lastStrike }) => ({
        range,
        state: wordOf('clear'),
        lastStrike: strikeText(lastStrike),
      }));
    case 'unavailable':
      return (view.lastKnown?.zones ?? []).map(({ radiusMiles, lastStrike }) => ({
        range: `Within ${radiusMiles} mi`,
        state: 'Not known',
        lastStrike: strikeText(lastStrike),
      }));
    case 'loading':
    case 'not-covered':
      return [];
  }
}

/** The active warnings by name, and lists of which it is not known whether they have any. */
export function sheetWarnings(
  warnings: Warnings,
  nowMs: number | null,
  speed: number,
): { readonly lines: readonly string[]; readonly more: number; readonly unknown: readonly string[] } {
  const lines = itemsOf(warnings).map(({ tab }) => tab);
  const lists = [
    ['policy warnings', warnings.policies],
    ['weather-service alerts', warnings.alerts],
  ] as const;
  return {
    lines: lines.slice(0, maxWarnings),
    more: Math.max(0, lines.length - maxWarnings),
    unknown: lists.flatMap(([name, state]) =>
      ['unknown', 'asking'].includes(trustOf(state, nowMs, speed)) ? [name] : [],
    ),
  };
}

export interface SheetPolicy {
  readonly id: string;
  readonly name: string;
  readonly limit: string;
  readonly allClear: string;
}

export function sheetPolicies(policies: readonly PolicyTrigger[]): {
  readonly lines: readonly SheetPolicy[];
  readonly more: number;
} {
  return {
    lines: policies
      .toSorted(lightningFirst)
      .slice(0, maxPolicies)
      .map((policy) => ({
        id: policy.id,
        name: policy.policyName || policy.policyTypeName,
        limit: limitOf(policy),
        allClear: policy.allClearMinutes === 0 ? 'When it ends' : `${policy.allClearMinutes} min`,
      })),
    more: Math.max(0, policies.length - maxPolicies),
  };
}

/** Lightning first, the innermost zone before the others; then by name. */
function lightningFirst(a: PolicyTrigger, b: PolicyTrigger): number {
  const milesOf = ({ policyTypeShortName: name, threshold }: PolicyTrigger) =>
    name.startsWith('LR') ? threshold : Number.MAX_VALUE;
  return milesOf(a) - milesOf(b) || a.policyTypeName.localeCompare(b.policyTypeName);
}

function limitOf(policy: PolicyTrigger): string {
  if (policy.policyTypeShortName === 'NWS') return 'Alerts of the weather service';
  const amount = amountText(policy.threshold, policy) ?? '';
  if (policy.policyTypeShortName.startsWith('LR')) return `Within ${amount}`;
  return `${amount} and ${policy.isDesc ? 'below' : 'above'}`;
}

export interface SheetHour {
  readonly at: string;
  readonly hour: string;
  readonly temperature: string;
  readonly wbgt: string;
  /** Whether the estimated WBGT reaches the strictest policy of the place. */
  readonly isHot: boolean;
  readonly wind: string;
  readonly rain: string;
}

/** The next hours of the forecast; null when none is current. */
export function sheetHours(
  state: QueryState<readonly HourlyForecastItem[]> | undefined,
  policies: readonly PolicyTrigger[],
  nowMs: number | null,
  { speed, timeZone }: { readonly speed: number; readonly timeZone: string },
): readonly SheetHour[] | null {
  const trust = trustOf(state, nowMs, speed, 'hourlyForecast');
  if (!state?.value || trust === 'unknown' || trust === 'asking') return null;
  if (state.value.some(({ stale }) => stale)) return null;
  const limits = policies.filter((one) => one.policyTypeShortName === 'WBGT').map((one) => one.threshold);
  const strictest = Math.min(...limits);
  return state.value.slice(0, maxHours).map((hour) => ({
    at: hour.forecastStartTime,
    hour: hourOf(hour.forecastStartTime, timeZone),
    temperature: whole(hour.ambientTemperature.value),
    wbgt: whole(hour.wbgt.value),
    isHot: hour.wbgt.value !== null && hour.wbgt.value >= strictest,
    wind: whole(hour.windGust.value ?? hour.windSpeed.value),
    rain: whole(hour.precipitationChance.value),
  }));
}

/** '3 PM'. */
function hourOf(iso: string, timeZone: string): string {
  const half = timeOfDay(iso, timeZone).includes('AM') ? 'AM' : 'PM';
  return `${hourAndMinute(Date.parse(iso), timeZone).replace(/:00$/, '')} ${half}`;
}

function whole(value: number | null): string {
  return value === null ? '–' : String(Math.round(value));
}
