import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';
import { maxSpokenLength } from './siren-settings.ts';

/** Plays of one message, at most. */
export const maxPaRepeats = 5;

export const paUnit = z.object({
  id: z.string(),
  name: z.string(),
  ipAddress: z.string(),
  defaultPlayCount: z.number().int(),
  enabled: z.boolean(),
  /** How a text is spoken there, in words: by the device, by a voice of this installation, or not at all. */
  speech: z.string(),
  canSpeak: z.boolean(),
  mayOperate: z.boolean(),
});
export type PaUnit = z.infer<typeof paUnit>;

export const listPaUnits = defineRoute({
  ...paths.listPaUnits,
  needs: 'pa.full_access',
  summary: 'The units that can speak',
  data: z.array(paUnit),
});

export const paResult = z.object({
  paId: z.string(),
  paName: z.string(),
  /** 1 success, 0 failed. */
  status: z.union([z.literal(0), z.literal(1)]),
  /** Whether the unit confirmed it, only took it, or why it failed. */
  detail: z.string(),
});
export type PaResult = z.infer<typeof paResult>;

export const sendPaMessage = defineRoute({
  ...paths.sendPaMessage,
  needs: 'pa.full_access',
  summary: 'Speaks a message at units; answers with the result of each',
  body: z.object({
    pAList: z.array(z.string().max(100)).max(200),
    message: z.string().max(2_000),
    repeatCount: z.number().int(),
    /** A stored message whose recorded clip is played instead of the text. */
    storedMessageId: z.string().max(100).nullable().default(null),
  }),
  data: z.array(paResult),
  failures: [400, 403, 404, 409],
});

export const storedMessage = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  customerId: z.string(),
  /** The name of a recorded clip on the devices; empty for none. */
  clip: z.string(),
  revision: z.number().int(),
});
export type StoredMessage = z.infer<typeof storedMessage>;

export const listStoredMessages = defineRoute({
  ...paths.listStoredMessages,
  needs: 'pa.full_access',
  summary: 'The stored PA messages, by title',
  data: z.array(storedMessage),
  paged: true,
});

const storedFields = z.object({
  title: z.string().trim().min(1, 'Enter a title').max(100),
  message: z
    .string()
    .trim()
    .min(1, 'Enter a message')
    .max(maxSpokenLength, `At most ${maxSpokenLength} characters`),
  clip: z.string().trim().max(100),
});
const storedForm = storedFields.extend({ clip: storedFields.shape.clip.default('') });
const storedAnswer = storedMessage.extend({ responseMessage: z.string() });

export const addStoredMessage = defineRoute({
  ...paths.addStoredMessage,
  needs: 'pa.full_access',
  summary: 'Stores a PA message',
  body: storedForm,
  data: storedAnswer,
  failures: [400, 409],
});

export const changeStoredMessage = defineRoute({
  ...paths.changeStoredMessage,
  needs: 'pa.full_access',
  summary: 'Changes a stored PA message; what is left out stays as it is',
  body: storedFields.partial().extend({ id: z.string(), revision: z.number().int().optional() }),
  data: storedAnswer,
  failures: [400, 404, 409],
});

export const deleteStoredMessage = defineRoute({
  ...paths.deleteStoredMessage,
  needs: 'pa.full_access',
  summary: 'Deletes a stored PA message',
  params: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), message: z.string() }),
  failures: [404],
});
