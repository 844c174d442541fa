import type { Origin } from './statement-origin.ts';

/** Statements that are meant to touch several partitions, by where they come from. */
export interface Across {
  /** Below server/src. */
  readonly file: string;
  /** The functions that send them; without this and `says` it is all of the file. */
  readonly names?: readonly string[];
  /** Of a statement of a function without a name: what it says. */
  readonly says?: RegExp;
}

interface Reason {
  readonly reason: string;
  readonly statements: readonly Across[];
}

const isOrphaned = /state in \('queued', 'sending'\) and d\.updated_at < \$/;

export const acrossOrganizations: readonly Reason[] = [
  {
    reason: 'Engines and answers from memory begin with what all organizations have: one read at the start.',
    statements: [
      { file: 'demonstration/events.store.ts', names: ['demonstrationEventsSince'] },
      { file: 'stations/store.ts', names: ['listSimulatedStations'] },
      { file: 'hardware/supervision/supervision.store.ts', names: ['lastContacts'] },
      { file: 'lightning/ingest/store.ts', names: ['allStrikeFeeds'] },
      { file: 'lightning/thunder/thunder.store.ts', names: ['reportsToKnow'] },
      { file: 'locations/closures/closures.store.ts', names: ['openClosures'] },
      { file: 'locations/store.ts', names: ['watchedLocations'] },
      { file: 'stations/observations.store.ts', names: ['latestReports'] },
      { file: 'warnings/store.ts', names: ['openWarnings', 'warningsAwaitingPlaceClear'] },
    ],
  },
  {
    reason:
      'The leading engine looks for what is due, or was left by a process that ended, in all organizations.',
    statements: [
      { file: 'cameras/camera-sessions.store.ts', names: ['endLostViews'] },
      { file: 'hardware/schedules/schedules.store.ts', names: ['dueSchedules'] },
      { file: 'messages/daily-forecast.store.ts', names: ['locationTimeZones'] },
      { file: 'notifications/stream-events/stream-events.store.ts', names: ['streamReaders'] },
      { file: 'notifications/webhooks/place-states.store.ts', names: ['lightningWebhookOrganizations'] },
      { file: 'reports/generated/recurring.store.ts', names: ['dueRecurring'] },
      { file: 'warnings/cap/cap-messages.store.ts', names: ['dueWarnings'] },
      { file: 'warnings/climate/place-hours.store.ts', names: ['placesAt'] },
      { file: 'hardware/commands/open-commands.store.ts', names: ['requeueOrphanedCommands'] },
      { file: 'notifications/delivery/store.ts', says: isOrphaned },
      { file: 'notifications/informacast/launch-attempts.store.ts', says: isOrphaned },
      { file: 'notifications/webhooks/webhook-deliveries.store.ts', says: isOrphaned },
      { file: 'platform/jobs/job-records.store.ts', says: /r\.updated_at < \$ and \(r\.state = 'waiting'/ },
      { file: 'responses/steps.store.ts', says: /q\.next_step_at <= \$/ },
      { file: 'roll-call/roll-calls.store.ts', says: /ended_at is null and ends_wall_at <= \$/ },
    ],
  },
  {
    reason: 'Retention deletes by age, of all organizations.',
    statements: [
      { file: 'notifications/informacast/launch-log.store.ts', names: ['dropLaunchesBefore'] },
      { file: 'notifications/positions.store.ts', names: ['dropOldPositions'] },
      { file: 'notifications/stream-events/stream-events.store.ts', names: ['dropStreamEvents'] },
      { file: 'shows/show-links.store.ts', names: ['dropLinksExpiredBefore'] },
      { file: 'warnings/store.ts', names: ['dropNoticesBefore', 'dropWarningsBefore'] },
      { file: 'notifications/webhooks/webhook-log.store.ts', names: ['dropWebhookEventsBefore'] },
      { file: 'platform/jobs/job-records.store.ts', names: ['dropJobsEndedBefore'] },
      { file: 'roll-call/names.store.ts', names: ['dropNamesBefore'] },
      { file: 'roll-call/roll-calls.store.ts', names: ['dropRollCallsBefore'] },
    ],
  },
  {
    reason:
      'By an address, a number or the digest of a secret it is found out which organization is meant: a directory on every node.',
    statements: [
      { file: 'identity/sign-in.ts', names: ['tryPassword'] },
      { file: 'cameras/camera-links.store.ts', names: ['findCameraLink'] },
      { file: 'identity/api-keys/api-keys.store.ts', names: ['findApiKey'] },
      { file: 'identity/display-links.store.ts', names: ['findDisplayLink'] },
      { file: 'shows/show-links.store.ts', names: ['findShowLink'] },
      { file: 'warnings/cap/cap-addresses.store.ts', names: ['organizationOfAddress', 'noteAddressUse'] },
      { file: 'identity/single-sign-on/sso-config.store.ts', names: ['hasSso', 'ssoOfEmail'] },
      {
        file: 'identity/single-sign-on/sso-requests.store.ts',
        names: ['beginAnswer', 'storeOutcome', 'takeOutcome'],
      },
      { file: 'identity/impersonation/impersonations.store.ts', names: ['findImpersonation'] },
      {
        file: 'notifications/push-subscriptions.store.ts',
        says: /^select \* from "push_subscriptions" where "endpoint"/,
      },
      { file: 'people/accounts.store.ts', names: ['isEmailFree', 'releaseEmail'] },
      { file: 'responses/requests.store.ts', names: ['findLink', 'requestsOfNumber'] },
      { file: 'stations/store.ts', names: ['stationByKey'] },
      { file: 'widgets/widgets.store.ts', names: ['widgetsOfAddresses'] },
    ],
  },
  {
    reason: 'Feeds are asked about the places of all organizations together.',
    statements: [
      { file: 'air-quality/store.ts', names: ['airQualityPlacesToAsk', 'airQualityAsOf'] },
      { file: 'alerts/place-zones.store.ts', names: ['placesToAsk'] },
      {
        file: 'forecasts/store.ts',
        names: ['forecastPlacesToAsk', 'cellsToRead', 'forecastsAsOf', 'watchedForecasts'],
      },
    ],
  },
  {
    reason: 'The installation and its operators ask for all organizations together.',
    statements: [
      { file: 'identity/first-admin.store.ts' },
      { file: 'demonstration/store.ts', names: ['isEmpty', 'accountIdOf'] },
      { file: 'hardware/units/public-names.store.ts', names: ['publicNameFault'] },
      { file: 'mqtt/store.ts', names: ['organizationsNamed'] },
      { file: 'monitoring/monitoring.store.ts' },
      { file: 'operator/organizations.store.ts', names: ['requireFreeName'] },
      { file: 'setup/store.ts' },
    ],
  },
];

/** Why a statement is meant to touch several partitions; null where it is not. */
export function reasonToCross(origin: Origin, text: string): string | null {
  const isIt = ({ file, names, says }: Across) =>
    origin.file === `server/src/${file}` &&
    (names?.includes(origin.name) || says?.test(text) || (names === undefined && says === undefined));
  return acrossOrganizations.find(({ statements }) => statements.some(isIt))?.reason ?? null;
}
