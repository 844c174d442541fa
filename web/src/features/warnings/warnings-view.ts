import type { Advisory, PolicyWarning, ProactiveForecast } from '@allclear/contract';
import { threatTypes } from '@allclear/domain';
import type { QueryState } from '../../api/query-state.ts';

/** The items of the panel's tabs. */
export type WarningItem =
  | { kind: 'policy'; key: string; tab: string; warning: PolicyWarning }
  | { kind: 'alert'; key: string; tab: string; alert: Advisory }
  | { kind: 'forecast'; key: string; tab: string; forecast: ProactiveForecast };

export interface Warnings {
  policies: QueryState<readonly PolicyWarning[]> | undefined;
  alerts: QueryState<readonly Advisory[]> | undefined;
  forecasts: QueryState<readonly ProactiveForecast[]> | undefined;
}

/**
 * The tabs in their order: policy warnings, then weather-service alerts, then forecasts (spec 1 sections 2.7
 * and 4).
 */
export function itemsOf({ policies, alerts, forecasts }: Warnings): WarningItem[] {
  return [
    ...nearestLightningFirst(policies?.value ?? []).map(
      (warning): WarningItem => ({
        kind: 'policy',
        key: `policy ${warning.id}`,
        tab: warning.policyDisplayName,
        warning,
      }),
    ),
    ...(alerts?.value ?? []).map(
      (alert): WarningItem => ({
        kind: 'alert',
        key: `alert ${alert.Identifier}`,
        tab: `NWS Alert - ${alert.Event}`,
        alert,
      }),
    ),
    ...(forecasts?.value ?? []).map(
      (forecast): WarningItem => ({
        kind: 'forecast',
        key: `forecast ${forecast.id}`,
        tab: `Forecast - ${forecast.messages[0]?.headline ?? forecast.forecastType.name}`,
        forecast,
      }),
    ),
  ];
}

/** Lightning first, the innermost zone before the others; the rest in the order of their beginning. */
function nearestLightningFirst(warnings: readonly PolicyWarning[]): PolicyWarning[] {
  const zoneMiles = ({ threatType, thresholdValue }: PolicyWarning) =>
    threatType === threatTypes.LIGHTNING ? thresholdValue : Number.POSITIVE_INFINITY;
  return warnings.toSorted((a, b) => (zoneMiles(a) === zoneMiles(b) ? 0 : zoneMiles(a) - zoneMiles(b)));
}

/**
 * When a policy warning can end. `held`: no data come, so nothing counts. `paused`: a window of observation is
 * missing, so the count stands still. `waiting`: the threshold is still
 * exceeded, `nextClearAt` is the earliest there could be. `counting`: the quiet time runs; at 0 the server is
 * asked, because only it ends a warning. `by-office`: the weather service ends it.
 */
export type ClearOutlook =
  | { kind: 'held'; since: string | null }
  | { kind: 'paused'; since: string; nextClearAt: string }
  | { kind: 'checking' }
  | { kind: 'by-office' }
  | { kind: 'waiting'; nextClearAt: string }
  | { kind: 'counting'; nextClearAt: string; remainingSeconds: number };

/**
 * Next possible clear is `allClearTime` plus the all-clear minutes, otherwise `lastUpdateTime` plus them
 * (spec 1 section 4).
 */
export function clearOutlook(warning: PolicyWarning, nowMs: number | null): ClearOutlook {
  if (warning.heldSince !== null) return { kind: 'held', since: warning.heldSince };
  const fromMs = Date.parse(warning.allClearTime ?? warning.lastUpdateTime);
  const noticeMs = warning.nextClearTime === null ? Number.NaN : Date.parse(warning.nextClearTime);
  if (Number.isNaN(noticeMs) && warning.event !== null) return { kind: 'by-office' };
  const clearMs = Number.isNaN(noticeMs) ? fromMs + warning.allClearMinutes * 60_000 : noticeMs;
  if (Number.isNaN(clearMs)) return { kind: 'by-office' };
  const nextClearAt = new Date(clearMs).toISOString();
  if (warning.allClearTime === null || nowMs === null) return { kind: 'waiting', nextClearAt };
  return {
    kind: 'counting',
    nextClearAt,
    remainingSeconds: Math.max(0, Math.ceil((clearMs - nowMs) / 1000)),
  };
}

/**
 * What the lightning card says of the zone that a lightning policy watches: when its warning can end, and its
 * last strike in words. The warning of a zone has no clock of its own.
 */
export interface ZoneOutlook {
  readonly outlook: ClearOutlook;
  /** 'Last strike 4.2 mi NE at 3:42 PM', or 'Thunder heard 3:42 PM' where that is newer; null without one. */
  readonly lastStrike: string | null;
}

/** 'mm:ss', or 'h:mm:ss' from an hour on. */
export function remainingText(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  const rest = two(Math.floor(seconds % 60));
  return minutes < 60
    ? `${two(minutes)}:${rest}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}

/**
 * The lines of a weather-service text. Its offices break lines after 69 characters and separate paragraphs by
 * a blank line: broken lines are joined again, a bullet starts its own line.
 */
export function noticeLines(text: string): string[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .flatMap((paragraph) => paragraph.split(/\r?\n(?=\s*[*-]\s)/))
    .map((line) => line.replace(/\s*\r?\n\s*/g, ' ').trim())
    .filter((line) => line !== '');
}
