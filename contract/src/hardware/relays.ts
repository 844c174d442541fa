import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { hardwareName, remoteRelay } from './units.ts';

/** The address of a unit of the caller, as set up. It is looked up, never dialled as the path says it. */
const addressParams = z.object({ ipAddress: z.string() });

const relayStatus = z.object({
  /** The name of the relay. */
  id: z.string(),
  /** As the device says; null where it cannot or does not answer. */
  toggled: z.boolean().nullable(),
});

export const getRelays = defineRoute({
  ...paths.getRelays,
  needs: 'hardware:read',
  summary: 'The states of the relays of a unit, by its address, asked of the device now',
  params: addressParams,
  data: z.array(relayStatus),
  failures: [404],
});

export const setRelay = defineRoute({
  ...paths.setRelay,
  needs: 'hardware:operate',
  summary:
    'Switches a relay. While automation is at work it needs a reason, and holds until the warning ends',
  params: addressParams,
  body: z.object({
    /** The name of the relay. */
    id: z.string().max(100),
    toggled: z.boolean(),
    reason: z.string().trim().max(500).optional(),
  }),
  data: z.object({
    id: z.string(),
    toggled: z.boolean().nullable(),
    /** Whether the device confirmed it, or only took the command. */
    isConfirmed: z.boolean(),
    message: z.string(),
  }),
  failures: [400, 403, 404, 409, 503],
});

/** Without what is assumed where a field is left out: a change leaves it as it is. */
const relayFields = z.object({
  name: hardwareName,
  output: z.string().trim().min(1, 'Enter an output').max(100),
  /** The policy whose warnings switch it; null for no automation. */
  policyId: z.string().max(100).nullable(),
  onAtStart: z.boolean(),
  onAtClear: z.boolean(),
  shortestOnSeconds: z.number().int().min(1).max(86_400).nullable(),
  longestOnSeconds: z.number().int().min(1).max(86_400).nullable(),
  excludesRelayId: z.string().max(100).nullable(),
});

const { shape } = relayFields;
const relayForm = relayFields.extend({
  policyId: shape.policyId.default(null),
  onAtStart: shape.onAtStart.default(true),
  onAtClear: shape.onAtClear.default(false),
  shortestOnSeconds: shape.shortestOnSeconds.default(null),
  longestOnSeconds: shape.longestOnSeconds.default(null),
  excludesRelayId: shape.excludesRelayId.default(null),
});

const relayAnswer = remoteRelay.extend({ message: z.string() });

export const addRelay = defineRoute({
  ...paths.addRelay,
  needs: 'hardware:write',
  summary: 'Adds a relay of a unit',
  body: relayForm.extend({ hardwareId: z.string().max(100) }),
  data: relayAnswer,
  failures: [400, 404, 409],
});

export const changeRelay = defineRoute({
  ...paths.changeRelay,
  needs: 'hardware:write',
  summary: 'Changes a relay and its automation; what is left out stays as it is',
  body: relayFields.partial().extend({ id: z.string(), revision: z.number().int().optional() }),
  data: relayAnswer,
  failures: [400, 404, 409],
});

export const deleteRelay = defineRoute({
  ...paths.deleteRelay,
  needs: 'hardware:write',
  summary: 'Removes a relay; it stays as it is switched',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
