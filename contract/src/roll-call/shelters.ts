import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Where people of a place go. Instants are of the product clock. */
export const shelter = z.object({
  id: z.string(),
  organizationLocationId: z.string(),
  name: z.string(),
  /** People whom it holds; null where that is not known. */
  capacity: z.number().int().nullable(),
  /** On foot from where people are outdoors. */
  minutesToReach: z.number().int(),
  /** How to find it. */
  directions: z.string(),
  /** Whether people can enter it now, as somebody said. */
  isOpen: z.boolean(),
  /** 'Erased user' once the person is erased, null where the account is gone. */
  openSetBy: z.string().nullable(),
  openSetUtc: z.string(),
  /** Shelters are listed by it, then by name. */
  position: z.number().int(),
  /** Printed at the shelter, page `/check-in#CODE`; for those who may change shelters, null for others. */
  code: z.string().nullable(),
  revision: z.number().int(),
});
export type Shelter = z.infer<typeof shelter>;

const shelterForm = z.object({
  name: z.string().max(1000),
  /** 1–100,000; null where it is not known. */
  capacity: z.number().int().nullable(),
  /** 1–60. */
  minutesToReach: z.number().int(),
  directions: z.string().max(5000).default(''),
  /** 0–999. */
  position: z.number().int().default(0),
});

/** A group that a place expects, for its roll-calls. No accounts: a name and a number. */
export const rollCallGroup = z.object({
  id: z.string(),
  organizationLocationId: z.string(),
  name: z.string(),
  expected: z.number().int(),
  revision: z.number().int(),
});
export type RollCallGroup = z.infer<typeof rollCallGroup>;

const groupForm = z.object({
  name: z.string().max(1000),
  /** 0–20,000. */
  expected: z.number().int(),
});

const write = 'shelters:write';
const read = 'organization-locations:read';
const ofPlace = z.object({ organizationLocationId: z.string() });
const params = z.object({ id: z.string() });
const revision = z.number().int().optional();

export const listShelters = defineRoute({
  ...paths.listShelters,
  needs: read,
  summary: 'The shelters of a place, in their order',
  params: ofPlace,
  data: z.array(shelter),
  failures: [404],
});

export const addShelter = defineRoute({
  ...paths.addShelter,
  needs: write,
  summary: 'Adds a shelter to a place, at most 50; its code is made',
  params: ofPlace,
  body: shelterForm.extend({ isOpen: z.boolean().default(false) }),
  data: shelter,
  failures: [400, 404, 409],
});

export const changeShelter = defineRoute({
  ...paths.changeShelter,
  needs: write,
  summary: 'Changes a shelter; whether it is open has a route of its own',
  params,
  body: shelterForm.extend({ revision }),
  data: shelter,
  failures: [400, 404, 409],
});

export const removeShelter = defineRoute({
  ...paths.removeShelter,
  needs: write,
  summary: 'Removes a shelter, its code opens nothing from then on. Roll-calls keep what was counted at it',
  params,
  body: z.object({ revision }),
  data: z.object({ id: z.string() }),
  failures: [404, 409],
});

export const openShelter = defineRoute({
  ...paths.openShelter,
  needs: 'rollcall:write',
  summary: 'Says whether a shelter is open now',
  params,
  body: z.object({ isOpen: z.boolean(), revision }),
  data: shelter,
  failures: [404, 409],
});

export const replaceShelterCode = defineRoute({
  ...paths.replaceShelterCode,
  needs: write,
  summary: 'Replaces the code of a shelter; the one before opens nothing from then on',
  params,
  body: z.object({ revision }),
  data: shelter,
  failures: [404, 409],
});

export const listRollCallGroups = defineRoute({
  ...paths.listRollCallGroups,
  needs: 'rollcall:write',
  summary: 'The groups that a place expects in its roll-calls, by their names',
  params: ofPlace,
  data: z.array(rollCallGroup),
  failures: [404],
});

export const addRollCallGroup = defineRoute({
  ...paths.addRollCallGroup,
  needs: write,
  summary: 'Adds a group to those of a place, at most 100; a running roll-call does not change',
  params: ofPlace,
  body: groupForm,
  data: rollCallGroup,
  failures: [400, 404, 409],
});

export const changeRollCallGroup = defineRoute({
  ...paths.changeRollCallGroup,
  needs: write,
  summary: 'Changes a group; a running roll-call does not change',
  params,
  body: groupForm.extend({ revision }),
  data: rollCallGroup,
  failures: [400, 404, 409],
});

export const removeRollCallGroup = defineRoute({
  ...paths.removeRollCallGroup,
  needs: write,
  summary: 'Removes a group; a running roll-call does not change',
  params,
  body: z.object({ revision }),
  data: z.object({ id: z.string() }),
  failures: [404, 409],
});

/** Of the organization. */
export const rollCallSettings = z.object({
  /** Whether wardens may enter the names of the members of groups; off unless an Admin turned it on. */
  names: z.boolean(),
  revision: z.number().int(),
});
export type RollCallSettings = z.infer<typeof rollCallSettings>;

export const getRollCallSettings = defineRoute({
  ...paths.getRollCallSettings,
  needs: 'rollcall:write',
  summary: 'Whether roll-calls of the organization have names; the revision is 0 while nothing was saved',
  data: rollCallSettings,
});

export const changeRollCallSettings = defineRoute({
  ...paths.changeRollCallSettings,
  needs: 'organization:write',
  summary: 'Turns names in roll-calls on or off; off erases all names that are stored, at once',
  body: z.object({ names: z.boolean(), revision: z.number().int() }),
  data: rollCallSettings,
  failures: [409],
});
