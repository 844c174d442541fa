import { isCertainlyOutside, type OuterZone, type SharedPosition } from './alert-mode.ts';
import { type AlertTime, isOpenAt } from './alert-schedule.ts';

/**
 * The recipients of notices, and their channels (specification 2, sections 3 to 5). A *site* of
 * the wire is a group of people.
 */

export type Channel = 'push' | 'sms' | 'email';

export type NoticeKind = WarningNoticeKind | ForecastNoticeKind | HardwareNoticeKind | MessageNoticeKind;

/** What somebody of the organization wrote to people, and what follows from their responses. */
export type MessageNoticeKind = 'mass-message' | 'response-help' | 'response-missing' | 'roll-call';

/** A fault of a siren or another device began, or is over. */
export type HardwareNoticeKind = 'hardware-fault' | 'hardware-restored';

/** A forecast that somebody of the organization wrote, or that of the day for a place. */
export type ForecastNoticeKind = 'proactive-forecast' | 'daily-forecast';

export type WarningNoticeKind =
  | 'started'
  | 'reminder'
  | 'held'
  | 'resumed'
  | 'in-effect'
  /** The warning is over and the place is clear: nothing else holds it. */
  | 'all-clear'
  /** The warning is over, but something else holds the place. */
  | 'ended'
  | 'withdrawn'
  | 'test';

/** A person of the organization with their settings. Notification-only users count like all others. */
export interface Addressee {
  readonly userId: string;
  readonly isActive: boolean;
  /** The groups that the person belongs to. */
  readonly groupIds: readonly string[];
  readonly declinesNotifications: boolean;
  /** Preferred channel: 0 push, 1 SMS. */
  readonly notificationType: 0 | 1;
  /** Whether SMS is a fallback when push is preferred. */
  readonly smsNotifications: boolean;
  /** Whether email is sent always, not only as a last resort. */
  readonly emailNotifications: boolean;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  /** The person unsubscribed from email alerts, or the address rejects them. */
  readonly emailSuppressed: boolean;
  /** Number of browsers with a push subscription. */
  readonly pushDevices: number;
  /** False opts out of weather-service alerts (NWS). */
  readonly severeWeatherNotification: boolean;
  /** False opts out of precipitation policies. */
  readonly precipitationNotification: boolean;
  /** False opts out of forecasts that the organization writes. */
  readonly proactiveForecastNotification: boolean;
  /** Opts out of the daily forecast. */
  readonly optOutForecast: boolean;
  /** Whether the person's own schedule applies. */
  readonly alertTimesEnabled: boolean;
  readonly alertTimes: readonly AlertTime[];
  readonly timeZone: string;
  /** Whether the person is notified of warnings only within a place's zones, and may choose that. */
  readonly geofenceAlertsEnabled: boolean;
  /** Null while it is not known. */
  readonly sharedPosition: SharedPosition | null;
  /**
   * Organization locations that the person has saved; when empty, all locations of the person's groups count.
   */
  readonly chosenLocationIds: readonly string[];
  readonly silencedLocationIds: readonly string[];
}

/** A group with its alert times. */
export interface AddressedGroup {
  readonly id: string;
  readonly alertTimes: readonly AlertTime[];
  readonly timeZone: string;
}

export interface AddressedPolicy {
  readonly typeShortName: string;
  readonly allGroups: boolean;
  /** The groups that the policy is for; without meaning when it is for all. */
  readonly groupIds: readonly string[];
  /** Neither a schedule nor a position mutes it. */
  readonly lifeSafety: boolean;
}

export interface Audience {
  readonly policy: AddressedPolicy;
  /** The place of the warning; without groups it belongs to all of them. */
  readonly organizationLocation: { readonly id: string; readonly groupIds: readonly string[] };
  /** The outermost zones of the place; none where they are not known, and then no position mutes. */
  readonly outerZones: readonly OuterZone[];
  readonly notice: WarningNoticeKind;
  readonly people: readonly Addressee[];
  readonly groups: readonly AddressedGroup[];
  /** Users who were notified of the start of this warning (muted people were not). */
  readonly notified: ReadonlySet<string>;
  /** Users who got an all clear that this start proves wrong: thunder was heard. */
  readonly wronglyCleared?: ReadonlySet<string>;
  /** Epoch ms. */
  readonly now: number;
}

/** Why a person receives nothing; the notice is stored in the person's notification list all the same. */
export type Muted = 'declined' | 'opted-out' | 'silenced' | 'schedule' | 'outside' | 'no-channel';

export interface Recipient {
  readonly userId: string;
  /** Each fallback chain is tried in order until one channel accepts. Empty when muted. */
  readonly fallbackChains: readonly (readonly Channel[])[];
  readonly muted: Muted | null;
}

/**
 * The recipients of a notice, in the order of `people`, each person once.
 *
 * `started`, `reminder`, `in-effect` and `test` address people who are active, are in one of the policy's
 * groups (for a policy of all groups: everyone, also people without a group), have the place among their
 * groups' places and, when they saved any places, among those. `in-effect` omits people who were already
 * notified. People are muted who decline notifications, opted out of the kind, silenced the place, or are
 * outside the schedules: one of the person's groups that the policy is for must be open, and so must the
 * person's own schedule when it applies. A schedule without rows was never set and is open. In an Alert Mode with
 * geofence people are muted who are known to be outside the place's zones. Life-safety policies ignore schedules
 * and positions (and nothing else). `started` also goes to those who got an all clear that proved wrong; nothing mutes
 * them.
 *
 * `all-clear`, `held`, `resumed` and `withdrawn` go to the people who were notified of the start and are
 * still active, and to nobody else. Nothing mutes them, not even that the person or the policy has left the
 * group since: a person who was told to stop must learn when it is over.
 */
export function recipientsOf(audience: Audience): Recipient[] {
  const { notice, people, notified } = audience;
  const follows = goesToNotifiedOnly(notice);
  const groupIsOpen = groupsOpenAt(audience.groups, audience.now);
  const seen = new Set<string>();
  const result: Recipient[] = [];
  for (const person of people) {
    if (!person.isActive || seen.has(person.userId)) continue;
    seen.add(person.userId);
    const wasCleared = notice === 'started' && (audience.wronglyCleared?.has(person.userId) ?? false);
    if (follows ? !notified.has(person.userId) : !wasCleared && !hasPlace(person, audience)) continue;
    if (notice === 'in-effect' && notified.has(person.userId)) continue;
    const muted = follows || wasCleared ? null : mutedBy(person, audience, groupIsOpen);
    result.push(recipientOf(person, muted));
  }
  return result;
}

/** The people whom a forecast is for. */
export interface ForecastAudience {
  readonly notice: ForecastNoticeKind;
  readonly people: readonly Addressee[];
  readonly groups: readonly AddressedGroup[];
  /** The places that a written forecast is for; null for all of the organization. */
  readonly places: readonly Audience['organizationLocation'][] | null;
  /** Epoch ms. */
  readonly now: number;
}

/**
 * The recipients of a forecast, in the order of `people`, each person once: active people who have one of its
 * places. People are muted who decline notifications, opted out of this kind of forecast, silenced every one
 * of the places that concern them, or are outside the schedules.
 */
export function forecastRecipientsOf(audience: ForecastAudience): Recipient[] {
  const { notice, people, groups, places, now } = audience;
  const groupIsOpen = groupsOpenAt(groups, now);
  const policy = { typeShortName: '', allGroups: true, groupIds: [], lifeSafety: false };
  const seen = new Set<string>();
  return people.flatMap((person) => {
    if (!person.isActive || seen.has(person.userId)) return [];
    seen.add(person.userId);
    const own = places?.filter((organizationLocation) => hasPlace(person, { policy, organizationLocation }));
    if (own?.length === 0) return [];
    const wants = notice === 'daily-forecast' ? !person.optOutForecast : person.proactiveForecastNotification;
    const isSilenced = own?.every(({ id }) => person.silencedLocationIds.includes(id)) ?? false;
    const muted = person.declinesNotifications
      ? 'declined'
      : !wants
        ? 'opted-out'
        : isSilenced
          ? 'silenced'
          : mutedBySchedule(person, person.groupIds, groupIsOpen, now);
    return [recipientOf(person, muted)];
  });
}

/**
 * The recipients of a fault of hardware: the active people among `userIds`, each once. No schedule mutes it: a siren
 * that fails at night is silent in the morning's storm.
 */
export function faultRecipientsOf(people: readonly Addressee[], userIds: ReadonlySet<string>): Recipient[] {
  const named = people.filter(({ isActive, userId }) => isActive && userIds.has(userId));
  const byId = new Map(named.map((person) => [person.userId, person]));
  return [...byId.values()].map((person) =>
    recipientOf(person, person.declinesNotifications ? 'declined' : null),
  );
}

/** A recipient with all chains of the person; nothing goes to one who is muted or has no channel. */
export function recipientOf(person: Addressee, muted: Muted | null): Recipient {
  const fallbackChains = muted === null ? fallbackChainsOf(person) : [];
  return {
    userId: person.userId,
    fallbackChains,
    muted: muted ?? (fallbackChains.length === 0 ? 'no-channel' : null),
  };
}

/** Whether a group's alert times are open at an instant; a group that is not listed is open. */
export function groupsOpenAt(groups: readonly AddressedGroup[], now: number): (groupId: string) => boolean {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const openGroups = new Map<string, boolean>();
  return (groupId) => {
    let open = openGroups.get(groupId);
    if (open === undefined) {
      const group = byId.get(groupId);
      open = group === undefined || scheduleIsOpen(group.alertTimes, group.timeZone, now);
      openGroups.set(groupId, open);
    }
    return open;
  };
}

/**
 * Whether a notice goes to the people who were notified of the start, not to those whom the policy addresses.
 */
function goesToNotifiedOnly(notice: WarningNoticeKind): boolean {
  switch (notice) {
    case 'all-clear':
    case 'ended':
    case 'held':
    case 'resumed':
    case 'withdrawn':
      return true;
    case 'started':
    case 'reminder':
    case 'in-effect':
    case 'test':
      return false;
  }
}

/**
 * Those of some people whom a place concerns: with a place of groups the people of those groups, and of everybody who
 * saved places those who saved this one.
 */
export function peopleOfPlace(
  people: readonly Addressee[],
  organizationLocation: Audience['organizationLocation'],
): Addressee[] {
  const policy = { typeShortName: '', allGroups: true, groupIds: [], lifeSafety: false };
  return people.filter((person) => hasPlace(person, { policy, organizationLocation }));
}

/** Whether a person belongs to the policy's groups and has the place. */
function hasPlace(
  { groupIds, chosenLocationIds }: Addressee,
  { policy, organizationLocation }: Pick<Audience, 'policy' | 'organizationLocation'>,
): boolean {
  const { id, groupIds: placeGroups } = organizationLocation;
  if (!policy.allGroups && !groupIds.some((group) => policy.groupIds.includes(group))) return false;
  if (placeGroups.length > 0 && !groupIds.some((group) => placeGroups.includes(group))) return false;
  return chosenLocationIds.length === 0 || chosenLocationIds.includes(id);
}

function mutedBy(
  person: Addressee,
  { policy, organizationLocation, outerZones, now }: Audience,
  groupIsOpen: (groupId: string) => boolean,
): Muted | null {
  if (person.declinesNotifications) return 'declined';
  if (policy.typeShortName === 'NWS' && !person.severeWeatherNotification) return 'opted-out';
  if (policy.typeShortName === 'PRECIP' && !person.precipitationNotification) return 'opted-out';
  if (person.silencedLocationIds.includes(organizationLocation.id)) return 'silenced';
  if (policy.lifeSafety) return null;
  const groups = policy.allGroups
    ? person.groupIds
    : person.groupIds.filter((group) => policy.groupIds.includes(group));
  const muted = mutedBySchedule(person, groups, groupIsOpen, now);
  if (muted !== null) return muted;
  return person.geofenceAlertsEnabled && isCertainlyOutside(person.sharedPosition, outerZones)
    ? 'outside'
    : null;
}

/** One of these groups must be open at `now`, and the person's own schedule when it applies. */
export function mutedBySchedule(
  person: Addressee,
  groupIds: readonly string[],
  groupIsOpen: (groupId: string) => boolean,
  now: number,
): Muted | null {
  if (groupIds.length > 0 && !groupIds.some(groupIsOpen)) return 'schedule';
  return person.alertTimesEnabled && !scheduleIsOpen(person.alertTimes, person.timeZone, now)
    ? 'schedule'
    : null;
}

function scheduleIsOpen(times: readonly AlertTime[], timeZone: string, now: number): boolean {
  return times.length === 0 || isOpenAt(times, timeZone, now);
}

/**
 * The fallback chains of a person. The preferred channel comes first (push falls back to SMS where allowed),
 * with email as the last resort of that chain; with `emailNotifications` the email is a chain of its own
 * instead. A person who prefers SMS but has neither number nor address is reached by push if a browser has a
 * subscription.
 */
function fallbackChainsOf(person: Addressee): Channel[][] {
  const byPush: Channel[] = person.pushDevices > 0 ? ['push'] : [];
  const bySms: Channel[] =
    isThere(person.phoneNumber) && (person.notificationType === 1 || person.smsNotifications) ? ['sms'] : [];
  const byEmail: Channel[] = isThere(person.email) && !person.emailSuppressed ? ['email'] : [];
  const direct = person.notificationType === 1 ? bySms : [...byPush, ...bySms];
  const fallbackChains = person.emailNotifications ? [direct, byEmail] : [[...direct, ...byEmail]];
  const usable = fallbackChains.filter((fallbackChain) => fallbackChain.length > 0);
  return usable.length > 0 || byPush.length === 0 ? usable : [byPush];
}

function isThere(address: string | null): boolean {
  return address !== null && address.trim() !== '';
}
