import { glmCovers, glmSunWindow } from '@allclear/adapters';
import { durationText, policyTypeOf, type ReplayEvent, stoppedMs } from '@allclear/domain';
import { openStore } from '../../platform/database/database.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded/postgres.ts';
import { migrate } from '../../platform/database/migrate.ts';
import {
  draftPolicy,
  listPolicyPlaces,
  type PolicyInput,
  type PolicyPlace,
  type StoredPolicy,
} from '../../policies/index.ts';
import { type PolicyWatch, ruleOf, watchesOf } from '../policy-watches.ts';
import { type GivenLocation, readLocations, readPolicies } from './given-files.ts';
import { BadFile } from './strikes-csv.ts';
import { type PolicyTrial, tryPolicy } from './try-policy.ts';
import { tryStrikes } from './try-strikes.ts';

export interface BacktestOptions {
  /** A policy as the API takes it, or a list of them. */
  readonly policyFile: string | null;
  readonly locationsFile: string | null;
  readonly strikesFile: string | null;
  /** Epoch ms. */
  readonly from: number;
  readonly to: number;
  readonly json: boolean;
  readonly data: string;
  readonly databaseUrl: string | null;
}

/** One line of what happened: of a zone (lightning), or of a policy. */
interface PolicyOutcome {
  readonly location: string;
  readonly zone: number | null;
  readonly policy: string;
  readonly events: readonly ReplayEvent[];
  readonly stoppedMs: number;
}

/**
 * When warnings would have started, re-alerted and ended, over the strikes of a file or stored weather: the
 * lines to print. Uses the domain code of the live engine. Throws BadFile for files that cannot be used.
 */
export async function runBacktest(config: BacktestOptions): Promise<string[]> {
  const policies = config.policyFile === null ? [] : await readPolicies(config.policyFile);
  const outcomes =
    config.strikesFile === null
      ? await overStored(config, policies)
      : await overStrikes(config, config.strikesFile, policies);
  return config.json ? jsonLines(outcomes) : wordLines(outcomes, config);
}

async function overStrikes(
  config: BacktestOptions,
  strikesFile: string,
  policies: readonly PolicyInput[],
): Promise<PolicyOutcome[]> {
  const other = policies.find((policy) => policyTypeOf(policy.typeShortName)?.evidence !== 'lightning');
  if (other) throw new BadFile(`--strikes tries lightning policies, and this one is ${other.typeShortName}.`);
  if (config.locationsFile === null)
    throw new BadFile(
      '--strikes needs --locations: a list of { id, latitude, longitude, radiiMiles, allClearMinutes }.',
    );
  const locations = await readLocations(config.locationsFile, policies);
  const tried = await tryStrikes(strikesFile, locations, policies[0]?.reAlertMinutes ?? 0);
  const { from, to } = config;
  return (tried?.trials ?? []).map(({ location, zone, radiusMiles, events }) => ({
    location: location.id,
    zone,
    policy: `LR${zone} ${radiusMiles} mi`,
    events: events.filter(({ at }) => at >= from && at <= to),
    stoppedMs: stoppedMs(events, from, Math.min(to, tried?.to ?? to)),
  }));
}

async function overStored(
  config: BacktestOptions,
  policies: readonly PolicyInput[],
): Promise<PolicyOutcome[]> {
  const postgres =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ folder: config.data, log: () => {} })
      : { url: config.databaseUrl, stop: async () => {} };
  const store = openStore(postgres.url, { onError: () => {} });
  try {
    await migrate(store.pool);
    const places =
      config.locationsFile === null
        ? await listPolicyPlaces(store.db, null)
        : await readLocations(config.locationsFile, policies);
    const { from, to } = config;
    const past = { db: store.db, feedsAt: feedsOfRecord, inSunWindow: sunWindowOfRecord, from, to };
    const outcomes: PolicyOutcome[] = [];
    for (const watches of watchesToTry(policies, places))
      outcomes.push(...(await tryPolicy(watches, past)).map(notifiedUserIds));
    return outcomes;
  } finally {
    await store.close();
    await postgres.stop();
  }
}

/** Whether the sun may blind a feed of the record: satellites near their midnight, no other. */
function sunWindowOfRecord(feed: string, at: number): boolean {
  const satellite = /^glm-goes(\d+)$/.exec(feed)?.[1];
  return satellite !== undefined && glmSunWindow(Number(satellite), at);
}

/**
 * Every feed whose observation windows may be stored: satellites within their region, and the simulation
 * everywhere.
 */
function feedsOfRecord(latitude: number, longitude: number): string[] {
  return [
    ...[16, 17, 18, 19]
      .filter((satellite) => glmCovers(satellite, latitude, longitude))
      .map((satellite) => `glm-goes${satellite}`),
    'simulated',
  ];
}

/** One list for each policy, or for each zone of places without policies. */
function watchesToTry(
  policies: readonly PolicyInput[],
  places: readonly (PolicyPlace | GivenLocation)[],
): PolicyWatch[][] {
  const asPlaces = places.map(
    (place): PolicyPlace =>
      'name' in place ? place : { ...place, organizationId: '', name: place.id, groupIds: [] },
  );
  const perPolicy = policies.map((facts) =>
    asPlaces.flatMap((place) => watchesOf([policyOf(facts, place.organizationId)], [place])),
  );
  if (
    policies.some((facts) => policyTypeOf(facts.typeShortName)?.evidence === 'lightning') ||
    policies.length === 0
  ) {
    const zones = places.flatMap((place) => ('radius1' in place ? zoneWatches(place) : []));
    if (zones.length > 0)
      return [...perPolicy.filter((watches) => watches[0]?.type.evidence !== 'lightning'), zones];
  }
  return perPolicy;
}

function zoneWatches(location: GivenLocation): PolicyWatch[] {
  const { radius1, radius2, radius3, radius4 } = location;
  return [radius1, radius2, radius3, radius4].flatMap((radiusMiles, index) => {
    const type = policyTypeOf(`LR${index + 1}`);
    if (!(radiusMiles > 0) || !type) return [];
    const facts = {
      typeShortName: type.shortName,
      threshold: radiusMiles,
      allClearMinutes: location.allClearMinutes,
      reAlertMinutes: 0,
    };
    const policy = policyOf(
      {
        ...facts,
        name: '',
        allGroups: true,
        groupIds: [],
        events: [],
        lifeSafety: false,
        asksResponse: false,
        actions: [],
      },
      '',
    );
    const place = {
      id: location.id,
      organizationId: '',
      name: location.id,
      latitude: location.latitude,
      longitude: location.longitude,
      groupIds: [],
    };
    return [{ key: `${location.id} ${type.shortName}`, policy, type, place, rule: ruleOf(policy, type) }];
  });
}

function policyOf(facts: PolicyInput, organizationId: string): StoredPolicy {
  return {
    ...draftPolicy(organizationId, facts, 0),
    id: facts.typeShortName,
    allGroups: true,
    groupIds: [],
  };
}

function notifiedUserIds({ watch, events, stoppedMs: stopped }: PolicyTrial): PolicyOutcome {
  const lightning = watch.type.evidence === 'lightning';
  const zone = lightning ? Number(watch.type.shortName.slice(2)) : null;
  const policy =
    `${watch.policy.name || watch.type.shortName} ${watch.policy.threshold} ${watch.type.unit}`.trim();
  return { location: watch.place.name, zone, policy, events, stoppedMs: stopped };
}

/**
 * A line of JSON for each event, in the order of time: `delay` and `clear` for lightning zones, the notice's
 * name for other policies.
 */
function jsonLines(outcomes: readonly PolicyOutcome[]): string[] {
  const lines = outcomes.flatMap(({ location, zone, policy, events }) =>
    events.flatMap(({ event, at, value }) => {
      const time = new Date(at).toISOString();
      if (zone === null)
        return [
          { at, location, zone: 0, line: JSON.stringify({ location, policy, event, at: time, value }) },
        ];
      if (event !== 'started' && event !== 'all-clear') return [];
      return [
        {
          at,
          location,
          zone,
          line: JSON.stringify({ location, zone, event: event === 'started' ? 'delay' : 'clear', at: time }),
        },
      ];
    }),
  );
  lines.sort(
    (a, b) =>
      a.at - b.at || (a.location < b.location ? -1 : a.location > b.location ? 1 : 0) || a.zone - b.zone,
  );
  return lines.map(({ line }) => line);
}

function wordLines(outcomes: readonly PolicyOutcome[], { from, to }: BacktestOptions): string[] {
  const lines = [`From ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`];
  for (const { location, policy, events, stoppedMs: stopped } of outcomes) {
    const starts = events.filter(({ event }) => event === 'started').length;
    lines.push(
      '',
      `${location} · ${policy}: ${starts} warning${starts === 1 ? '' : 's'}, people stopped for ${durationText(stopped)}`,
    );
    for (const { event, at, value } of events) {
      lines.push(
        `  ${new Date(at).toISOString()}  ${event}${value === null || event === 'all-clear' ? '' : `  ${Math.round(value * 100) / 100}`}`,
      );
    }
  }
  if (outcomes.length === 0)
    lines.push('Nothing to try: there are no strikes, or no places that the policy would watch.');
  return lines;
}
