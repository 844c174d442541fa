import { setImmediate as otherWork } from 'node:timers/promises';
import type { CapAlert } from '@allclear/domain';
import { AdapterError } from '../../adapter-error.ts';
import { readJson } from '../read-json.ts';
import { fieldsOf, parseNwsAlert, time } from './nws-alert.ts';

/**
 * How long a list counts as current after its newest entry. Over a whole country something changes every few
 * minutes; a list without anything new for longer is a stale copy.
 */
const VALID_FOR_MS = 20 * 60_000;
/** Some milliseconds of work. */
const ALERTS_AT_A_TIME = 100;

export interface NwsAlertPage {
  readonly alerts: readonly CapAlert[];
  /** Number of features that are not alerts. */
  readonly unreadable: number;
  /** When the service made the list, epoch ms; null without a time. */
  readonly updatedAt: number | null;
  /** URL of the next page; null for the last one. */
  readonly next: string | null;
}

/**
 * Reads one page of api.weather.gov's list of alerts (GeoJSON). Throws AdapterError `malformed` for an HTML
 * page, truncated JSON, another shape, and for features of which none is an alert.
 */
export function parseNwsAlerts(bytes: Uint8Array, source: string): NwsAlertPage {
  const list = readList(bytes, source);
  return pageOf(list, list.features.map(parseNwsAlert), source);
}

/** The same, yielding to other work in between: the list of an outbreak has megabytes. */
export async function readNwsAlerts(bytes: Uint8Array, source: string): Promise<NwsAlertPage> {
  const list = readList(bytes, source);
  const alerts: (CapAlert | null)[] = [];
  for (let from = 0; from < list.features.length; from += ALERTS_AT_A_TIME) {
    await otherWork();
    for (const feature of list.features.slice(from, from + ALERTS_AT_A_TIME))
      alerts.push(parseNwsAlert(feature));
  }
  await otherWork();
  return pageOf(list, alerts, source);
}

interface AlertCollection {
  readonly features: readonly unknown[];
  readonly updated: unknown;
  readonly pagination: unknown;
}

const malformedList = (source: string, problem: string) =>
  new AdapterError(source, 'malformed', `The list of alerts ${problem}.`);

function readList(bytes: Uint8Array, source: string): AlertCollection {
  const malformed = (problem: string) => malformedList(source, problem);
  const { type, features, updated, pagination } = fieldsOf(readJson(bytes, source, 'The list of alerts'));
  if (type !== 'FeatureCollection' || !Array.isArray(features))
    throw malformed('is not a collection of alerts');
  return { features, updated, pagination };
}

function pageOf(
  { features, updated, pagination }: AlertCollection,
  parsed: readonly (CapAlert | null)[],
  source: string,
): NwsAlertPage {
  const alerts = parsed.filter((alert) => alert !== null);
  if (features.length > 0 && alerts.length === 0)
    throw malformedList(source, 'holds no alert of the shape that is known');
  const { next } = fieldsOf(pagination);
  return {
    alerts,
    unreadable: features.length - alerts.length,
    updatedAt: time(updated),
    next: typeof next === 'string' && next !== '' ? next : null,
  };
}

/**
 * The instant through which a list that was read at `now` is valid: `now`, but not later than 20 minutes
 * after its newest time (`updated`, or an alert). A list without any time counts as current.
 */
export function asOfList(page: Pick<NwsAlertPage, 'alerts' | 'updatedAt'>, now: number): number {
  const newestAt = Math.max(
    page.updatedAt ?? Number.NEGATIVE_INFINITY,
    ...page.alerts.map((alert) => alert.sentAt),
  );
  return newestAt === Number.NEGATIVE_INFINITY ? now : Math.min(now, newestAt + VALID_FOR_MS);
}
