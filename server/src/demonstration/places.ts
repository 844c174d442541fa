import { randomBytes } from 'node:crypto';
import {
  GHSA_PROFILE,
  type PolicyDraft,
  type PracticeTime,
  type Role,
  TB_MED_507_PROFILE,
} from '@allclear/domain';

/** The content of the demonstration organization. Names are of roles and kinds of places, not of people. */

export interface DemonstrationPlace {
  readonly label: string;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  /** The user groups of the place; none means all. Undefined: `groupsOfPlace` assigns them. */
  readonly groups?: readonly DemonstrationGroup[];
  /** A weather station of its own, if it has one. */
  readonly station?: DemonstrationStation;
}

export interface DemonstrationStation {
  readonly name: string;
  readonly model: string;
  readonly elevationM: number;
}

/** The user groups and the accounts in them; the Assistant Admin may read only the first one. */
export const demonstrationGroups = ['Athletics', 'Facilities'] as const;
export type DemonstrationGroup = (typeof demonstrationGroups)[number];

/** The default locations: outdoor grounds of a school district near Dallas. */
export const defaultPlaces: readonly DemonstrationPlace[] = [
  {
    label: 'Memorial Stadium',
    address: 'Dallas, TX',
    latitude: 32.7767,
    longitude: -96.797,
    groups: ['Athletics'],
  },
  {
    label: 'East practice fields',
    address: 'Mesquite, TX',
    latitude: 32.7668,
    longitude: -96.5992,
    groups: ['Athletics'],
  },
  {
    label: 'Aquatic center',
    address: 'Richardson, TX',
    latitude: 32.9483,
    longitude: -96.7299,
    groups: ['Athletics', 'Facilities'],
  },
  {
    label: 'Golf course',
    address: 'Irving, TX',
    latitude: 32.814,
    longitude: -96.9489,
    groups: ['Facilities'],
  },
  {
    label: 'Middle school track',
    address: 'Garland, TX',
    latitude: 32.9126,
    longitude: -96.6389,
    groups: [],
  },
  {
    label: 'Bus barn yard',
    address: 'Grand Prairie, TX',
    latitude: 32.746,
    longitude: -96.9978,
    groups: ['Facilities'],
  },
];

const simulatedStations: Readonly<Record<string, DemonstrationStation>> = {
  'Memorial Stadium': { name: 'Stadium weather station', model: 'Simulated station', elevationM: 131 },
  'Golf course': { name: 'Golf weather station', model: 'Simulated station', elevationM: 146 },
};

/**
 * The default locations, two of them with own weather stations. Only simulated weather has reports for those.
 */
export const simulatedPlaces: readonly DemonstrationPlace[] = defaultPlaces.map((place) => {
  const station = simulatedStations[place.label];
  return station ? { ...place, station } : place;
});

/**
 * The groups of a place: its own, if given. The places of a recording are assigned in turn to the first
 * group, the second, and all.
 */
export function groupsOfPlace(place: DemonstrationPlace, index: number): readonly DemonstrationGroup[] {
  const turn = index % (demonstrationGroups.length + 1);
  return place.groups ?? demonstrationGroups.slice(turn, turn + 1);
}

/**
 * The group of an account. Basic users are in Facilities, so that the two groups are notified of different
 * places.
 */
export function groupOfRole(role: Role): DemonstrationGroup {
  return role === 'customer' ? 'Facilities' : 'Athletics';
}

const notifyUsers = { allClear: false, message: '' } as const;
const notifyOnAllClear = { allClear: true, message: '' } as const;
const everyGroup = { allGroups: true, sites: [], events: [], lifeSafety: false } as const;
const bothActions = [notifyUsers, notifyOnAllClear];

/**
 * The policies. Radii and timers are those of the accounts' locations, so nothing is overwritten. The outer
 * lightning zones show on the dashboard and notify nobody: distant storms would fill the mailbox.
 */
export const demonstrationPolicies: readonly PolicyDraft[] = [
  {
    ...everyGroup,
    policyTypeShortName: 'LR1',
    threshold: 10,
    allClearMinutes: 30,
    reAlertMinutes: 10,
    lifeSafety: true,
    notificationActions: [
      { allClear: false, message: 'Stop and shelter in a building or a hard-topped vehicle.' },
      { allClear: true, message: 'Staff may reopen this site.' },
    ],
  },
  {
    ...everyGroup,
    policyTypeShortName: 'LR2',
    threshold: 20,
    allClearMinutes: 30,
    reAlertMinutes: 0,
    notificationActions: [],
  },
  {
    ...everyGroup,
    policyTypeShortName: 'LR3',
    threshold: 30,
    allClearMinutes: 30,
    reAlertMinutes: 0,
    notificationActions: [],
  },
  {
    ...everyGroup,
    policyTypeShortName: 'WBGT',
    threshold: 90,
    allClearMinutes: 30,
    reAlertMinutes: 60,
    notificationActions: bothActions,
  },
  {
    ...everyGroup,
    policyTypeShortName: 'HEAT',
    threshold: 105,
    allClearMinutes: 30,
    reAlertMinutes: 60,
    notificationActions: bothActions,
  },
  {
    ...everyGroup,
    policyTypeShortName: 'WIND',
    threshold: 35,
    allClearMinutes: 30,
    reAlertMinutes: 60,
    notificationActions: bothActions,
  },
  {
    ...everyGroup,
    policyTypeShortName: 'NWS',
    threshold: 0,
    allClearMinutes: 0,
    reAlertMinutes: 0,
    lifeSafety: true,
    events: ['Tornado Warning', 'Severe Thunderstorm Warning'],
    notificationActions: bothActions,
  },
];

/**
 * Teams follow the by-law of their league; grounds crews and drivers follow guidance for kinds of work and
 * clothing.
 */
export const demonstrationWorkRest = {
  profileId: GHSA_PROFILE.id,
  byPlace: {
    'Aquatic center': TB_MED_507_PROFILE.id,
    'Golf course': TB_MED_507_PROFILE.id,
    'Bus barn yard': TB_MED_507_PROFILE.id,
  },
} as const;

const schoolDays = [1, 2, 3, 4, 5];
const everyDay = [0, 1, 2, 3, 4, 5, 6];
const weekly = { validFrom: null, validUntil: null, exceptions: [] } as const;

/** When teams are outdoors, by place; on every day of the week somewhere. */
export const demonstrationPractices: Readonly<Record<string, readonly Omit<PracticeTime, 'id'>[]>> = {
  'Memorial Stadium': [
    { ...weekly, name: 'Football', weekdays: [1, 2, 3, 4, 5, 6], startsAt: '16:00', endsAt: '18:00' },
    { ...weekly, name: 'Marching band', weekdays: schoolDays, startsAt: '07:00', endsAt: '08:30' },
    { ...weekly, name: 'Open field', weekdays: [0], startsAt: '14:00', endsAt: '17:00' },
  ],
  'East practice fields': [
    { ...weekly, name: 'Soccer', weekdays: schoolDays, startsAt: '15:30', endsAt: '17:30' },
    { ...weekly, name: 'Youth league', weekdays: [0, 6], startsAt: '09:00', endsAt: '12:00' },
  ],
  'Aquatic center': [
    { ...weekly, name: 'Swim team', weekdays: schoolDays, startsAt: '06:00', endsAt: '07:30' },
    { ...weekly, name: 'Open swim', weekdays: everyDay, startsAt: '12:00', endsAt: '19:00' },
  ],
  'Middle school track': [
    { ...weekly, name: 'Track and field', weekdays: schoolDays, startsAt: '15:00', endsAt: '16:30' },
  ],
};

export interface DemonstrationAccount {
  /** As shown on pages: 'Super Admin', 'Admin', … */
  readonly role: string;
  readonly email: string;
  readonly password: string;
}

export const accountRoles = [
  'super-admin',
  'admin',
  'assistant-admin',
  'customer',
] as const satisfies readonly Role[];

export function accountEmail(role: Role): string {
  return `${role}@demo.example`;
}

/** Four groups of letters and digits without similar characters: about 80 bits, and it can be typed. */
export function randomPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const letters = Array.from({ length: 16 }, () => {
    // Rejection keeps every letter equally likely.
    for (;;) {
      const byte = randomBytes(1).readUInt8();
      if (byte < alphabet.length * 8) return alphabet.charAt(byte % alphabet.length);
    }
  });
  return [0, 4, 8, 12].map((from) => letters.slice(from, from + 4).join('')).join('-');
}
