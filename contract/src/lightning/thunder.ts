import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** Thunder as it concerns a zone or a place. */
export const heardThunder = z.object({
  /** When it was last heard. */
  at: z.string(),
  /** From the seconds between flash and bang; null where it is not known. */
  distanceMiles: z.number().nullable(),
});

/** Thunder that somebody heard at an organization location. Instants are of the product clock unless they say wall. */
export const thunderReport = z.object({
  id: z.string(),
  organizationLocationId: z.string(),
  organizationLocationName: z.string(),
  /** 'Erased user' once the person is erased, null where the account is gone. */
  reportedBy: z.string().nullable(),
  /** Whether the caller reported it. */
  own: z.boolean(),
  heardUtc: z.string(),
  receivedUtc: z.string(),
  /** It was sent so long after it was pressed, whole seconds of real time; null where the phone's clock was set meanwhile. */
  ageSeconds: z.number().int().nullable(),
  /** How often it was pressed: again within a minute is the same report. */
  presses: z.number().int(),
  distanceMiles: z.number().nullable(),
  /**
   * `counts`: it holds the place, or did. `recorded`: it was too old to count when it came. `taken-back`: it does not
   * count any more.
   */
  state: z.enum(['counts', 'recorded', 'taken-back']),
  /** What it means, for the person: 'Everyone at North Field stays inside until 4:42 PM at least.' */
  message: z.string(),
  /** Until when the caller may take it back without a reason, wall clock; null when that is over or not the caller's. */
  takeBackUntilWallUtc: z.string().nullable(),
  takenBackBy: z.string().nullable(),
  takenBackUtc: z.string().nullable(),
  takeBackReason: z.string(),
  revision: z.number().int(),
});
export type ThunderReport = z.infer<typeof thunderReport>;

const needs = 'thunder.report';

export const listThunderReports = defineRoute({
  ...paths.listThunderReports,
  needs: 'locations:read',
  summary: 'Thunder that was heard in the last 24 hours at the places of the caller, newest first',
  data: z.array(thunderReport),
});

export const reportThunder = defineRoute({
  ...paths.reportThunder,
  needs,
  summary:
    'Thunder was heard at an organization location: its zones are in delay. Never refused the first time; again within a minute is the same report',
  body: z.object({
    organizationLocationId: z.string(),
    /** Chosen by the phone for one press: sent again it is the same report. */
    key: z.uuid(),
    /** Seconds from flash to bang, null where nobody counted; five are a mile. */
    flashToBangSeconds: z.number().min(0).max(90).nullable().default(null),
    /** By the phone's own clock, epoch ms: when it was pressed, and when it is sent. */
    pressedAtMs: z.number(),
    sentAtMs: z.number(),
    /** Server's clock less phone's at the press, ms; null where it was not known. */
    offsetAtPressMs: z.number().nullable().default(null),
  }),
  data: thunderReport,
  failures: [400, 404, 429],
});

export const takeThunderBack = defineRoute({
  ...paths.takeThunderBack,
  needs,
  summary:
    'Takes a report back: who reported within a minute, later an admin with a reason. It ends the report and nothing else',
  params: z.object({ id: z.string() }),
  body: z.object({ reason: z.string().trim().max(200).default('') }),
  data: thunderReport,
  failures: [400, 403, 404, 409],
});
