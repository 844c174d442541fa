import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const count = z.number().int();

/** Somebody's own check-in, the newest. */
export const ownCheckIn = z.object({
  /** Null: no group. */
  groupId: z.string().nullable(),
  shelterId: z.string(),
  /** The person included. */
  people: count,
  atUtc: z.string(),
});
export type OwnCheckIn = z.infer<typeof ownCheckIn>;

/** A group of a roll-call as it is counted. */
export const countedGroup = z.object({
  id: z.string(),
  name: z.string(),
  /** With members, at least their number. */
  expected: count,
  /**
   * `not-counted`: nobody has counted, which says nothing of where its people are. `missing`: fewer than expected.
   * `as-expected`: as many as expected. `more-than-expected`: the number that is expected, or a count, is wrong.
   */
  state: z.enum(['not-counted', 'missing', 'as-expected', 'more-than-expected']),
  /** Null while it is not counted. */
  present: count.nullable(),
  /** Never negative; null while it is not counted. */
  missing: count.nullable(),
  /** How many more than expected; 0 unless `more-than-expected`. */
  over: count,
  /** What counts: names that were ticked, or at each shelter the count of a warden, else check-ins. */
  byShelter: z.array(
    z.object({
      shelterId: z.string(),
      present: count,
      source: z.enum(['names', 'count', 'check-ins']),
      /** People who checked in there by code or account. With another source they are information, and not added. */
      checkedIn: count,
      /** The instant of the newest entry that counts. */
      atUtc: z.string(),
    }),
  ),
  /** Null without names in this roll-call; empty while none was entered. */
  members: z
    .array(
      z.object({
        id: z.string(),
        /** Null: erased. */
        name: z.string().nullable(),
        /** Null: nobody has ticked or unticked the person. */
        isPresent: z.boolean().nullable(),
        shelterId: z.string().nullable(),
        atUtc: z.string().nullable(),
      }),
    )
    .nullable(),
  /** Entries that came later than they were made. */
  joinedLater: count,
  revision: count,
});
export type CountedGroup = z.infer<typeof countedGroup>;

/** What is counted in a roll-call, for wardens. */
export const liveCount = z.object({
  expected: count,
  /** Of the groups that are counted; check-ins without a group are not in it. */
  present: count,
  /** Of the groups that are counted: those that are not may be missing too. */
  missing: count,
  notCounted: z.object({ groups: count, expected: count }),
  groups: z.array(countedGroup),
  /** Check-ins without a group: they reduce nobody's missing. */
  ungrouped: z.object({
    present: count,
    byShelter: z.array(z.object({ shelterId: z.string(), present: count })),
  }),
  /** What is counted at each shelter, check-ins without a group included. */
  shelters: z.array(
    z.object({
      shelterId: z.string(),
      present: count,
      /** More people than it holds; 0 where its capacity is not known. */
      over: count,
    }),
  ),
  /** Entries that came later than they were made, for all groups and for none. */
  joinedLater: count,
  /** When the newest entry was received; null without one. */
  newestEntryUtc: z.string().nullable(),
});
export type LiveCount = z.infer<typeof liveCount>;

/** A roll-call of a place. It changes nothing of the place's answer. Instants are of the product clock. */
export const rollCall = z.object({
  id: z.string(),
  organizationLocationId: z.string(),
  organizationLocationName: z.string(),
  /** For practice: marked wherever it is shown, never counted as real. */
  isDrill: z.boolean(),
  isOpen: z.boolean(),
  startedUtc: z.string(),
  /** For wardens, null for others; 'Erased user' once the person is erased. */
  startedBy: z.string().nullable(),
  /** Null while it is open. */
  endedUtc: z.string().nullable(),
  /** For wardens; null: it ended by itself, or is open. */
  endedBy: z.string().nullable(),
  /** When it ends by itself, 12 hours after its start, wall clock. */
  endsWallUtc: z.string(),
  /** Until then entries of phones that were offline are accepted, wall clock; null while it is open. */
  acceptsUntilWallUtc: z.string().nullable(),
  hasNames: z.boolean(),
  /** The notice that was sent at its start; null without one. */
  notice: z.object({ people: count }).nullable(),
  /** Whether the caller is a warden of the place: counts, ticks, starts and ends. */
  isWarden: z.boolean(),
  /** Those of the place now, and those at which somebody was counted. */
  shelters: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      capacity: count.nullable(),
      minutesToReach: count,
      directions: z.string(),
      isOpen: z.boolean(),
      /** Removed from the place since. */
      isRemoved: z.boolean(),
    }),
  ),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  /** The caller's own check-in that counts; null without one. */
  own: ownCheckIn.nullable(),
  /** For wardens; null for others. */
  live: liveCount.nullable(),
  revision: count,
});
export type RollCall = z.infer<typeof rollCall>;

/**
 * When an entry was made, as with thunder reports: by the phone's own clock, epoch ms. An entry that waited on an offline
 * phone counts from when it was made.
 */
export const entryTimes = {
  /** Chosen by the device for one entry: sent again it is the same entry. */
  key: z.uuid(),
  pressedAtMs: z.number(),
  sentAtMs: z.number(),
  /** Server's clock less phone's at the press, ms; null where it was not known. */
  offsetAtPressMs: z.number().nullable().default(null),
};

const needs = 'rollcall:write';
const read = 'organization-locations:read';
const params = z.object({ id: z.string() });
const ofGroup = z.object({ id: z.string(), groupId: z.string() });

export const getRollCallOfPlace = defineRoute({
  ...paths.getRollCallOfPlace,
  needs: read,
  summary:
    'The open roll-call of a place, else its last one; null where there was none, and of a place that the caller does not see',
  params: z.object({ organizationLocationId: z.string() }),
  data: rollCall.nullable(),
  failures: [404],
});

export const startRollCall = defineRoute({
  ...paths.startRollCall,
  needs,
  summary:
    'Starts a roll-call of a place that is not clear, or a drill. One at a time: a 409 has the id of the open one in errors.OpenRollCall',
  params: z.object({ organizationLocationId: z.string() }),
  body: z.object({
    /** Sent again it is the same roll-call. */
    key: z.uuid(),
    isDrill: z.boolean(),
    /** Sends the people of the place a notice with the link and the shelters that are open. */
    sendNotice: z.boolean().default(false),
  }),
  data: rollCall,
  failures: [404, 409],
});

export const getRollCall = defineRoute({
  ...paths.getRollCall,
  needs: read,
  summary: 'A roll-call of a place that the caller sees; counts for wardens alone',
  params,
  data: rollCall,
  failures: [404],
});

export const endRollCall = defineRoute({
  ...paths.endRollCall,
  needs,
  summary: 'Ends a roll-call. The answer of the place does not depend on it',
  params,
  body: z.object({ revision: z.number().int() }),
  data: rollCall,
  failures: [404, 409],
});

export const addGroupToRollCall = defineRoute({
  ...paths.addGroupToRollCall,
  needs,
  summary: 'Adds a group to an open roll-call alone, for people whom the place does not expect',
  params,
  body: z.object({
    /** Sent again it is the same group. */
    key: z.uuid(),
    name: z.string().max(1000),
    /** 0–20,000. */
    expected: z.number().int(),
  }),
  data: rollCall,
  failures: [400, 404, 409],
});

export const correctExpected = defineRoute({
  ...paths.correctExpected,
  needs,
  summary: 'Corrects how many people of a group are expected in an open roll-call',
  params: ofGroup,
  body: z.object({ expected: z.number().int(), revision: z.number().int() }),
  data: rollCall,
  failures: [400, 404, 409],
});

export const addMembers = defineRoute({
  ...paths.addMembers,
  needs,
  summary:
    'Names members of a group, where the organization turned names on; at most 500 a roll-call, erased after 7 days',
  params: ofGroup,
  body: z.object({
    /** A key that is stored already is the same member. */
    members: z
      .array(z.object({ key: z.uuid(), name: z.string().max(1000) }))
      .min(1)
      .max(500),
  }),
  data: rollCall,
  failures: [400, 404, 409],
});

export const removeMember = defineRoute({
  ...paths.removeMember,
  needs,
  summary: 'Removes a member and the name from a roll-call',
  params: z.object({ id: z.string(), memberId: z.string() }),
  data: rollCall,
  failures: [404, 409],
});

export const countGroup = defineRoute({
  ...paths.countGroup,
  needs,
  summary:
    'A warden counted the people of a group at a shelter: the newest count there replaces the one before',
  params,
  body: z.object({
    ...entryTimes,
    groupId: z.string(),
    shelterId: z.string(),
    /** 0–20,000. */
    people: z.number().int(),
  }),
  data: rollCall,
  failures: [400, 404, 409],
});

export const tickMember = defineRoute({
  ...paths.tickMember,
  needs,
  summary: 'A warden says whether a member is present, and at which shelter; the newest counts',
  params,
  body: z.object({
    ...entryTimes,
    memberId: z.string(),
    /** The shelter at which the member is present; null: not present. */
    shelterId: z.string().nullable(),
  }),
  data: rollCall,
  failures: [400, 404, 409],
});

export const checkInOwn = defineRoute({
  ...paths.checkInOwn,
  needs: read,
  refusesImpersonation: true,
  summary: 'The caller checks in at a shelter, with people who are there too; the newest counts',
  params,
  body: z.object({
    ...entryTimes,
    groupId: z.string().nullable().default(null),
    shelterId: z.string(),
    /** 1–500, the caller included. */
    people: z.number().int().default(1),
    /** Of the same browser when it checks in by code too: both count once. */
    deviceKey: z.uuid().nullable().default(null),
  }),
  data: rollCall,
  failures: [400, 404, 409],
});
