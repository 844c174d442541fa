import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import { defaultMassChannel } from './mass-limits.ts';
import * as paths from './paths.ts';

// In a file of their own, so that the browser can read them without the schemas.
export { defaultMassChannel, massChannels, massMessageLimits } from './mass-limits.ts';

/** How far the deliveries of a message are, in people: each counts once, with the furthest of the own channels. */
export const massMessageProgress = z.object({
  recipients: z.number().int(),
  queued: z.number().int(),
  accepted: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** Nothing was sent: declined, silenced, outside the schedule, without a channel. */
  notSent: z.number().int(),
});

const content = {
  headline: z.string(),
  message: z.string(),
  senderText: z.string(),
  /** Bits of `massChannels`. */
  channel: z.number().int(),
  overridePreferences: z.boolean(),
};

/** A one-way message to people of the organization, or a template of one. */
export const massMessage = z.object({
  id: z.string(),
  ...content,
  /** Ids of people; empty in a template. */
  recipients: z.array(z.string()),
  isTemplate: z.boolean(),
  /** It says in its text that it is a drill. */
  isDrill: z.boolean(),
  /** People are asked for a response. */
  asksResponse: z.boolean().optional(),
  /** By which the responses are asked for; null where none was asked. */
  responseRequestId: z.string().nullable().optional(),
  created: z.string(),
  /** Those of whom a channel accepted it. */
  deliveredRecipients: z.array(z.object({ recipientId: z.string(), recipientName: z.string() })),
  /** Who sent it; null once that person is erased. */
  sentBy: z.string().nullable(),
  /** Null for a template. */
  progress: massMessageProgress.nullable(),
  /** Of a template. */
  revision: z.number().int().optional(),
});
export type MassMessage = z.infer<typeof massMessage>;

/** What is written in the form. Lengths are checked by the server with the field's own error. */
export const massMessageForm = z.object({
  ...content,
  channel: z.number().int().default(defaultMassChannel),
  overridePreferences: z.boolean().default(false),
  recipients: z.array(z.string()).max(20_000).default([]),
  isDrill: z.boolean().default(false),
  asksResponse: z.boolean().default(false),
});

/** Somebody who can be chosen as a recipient. */
export const massMessageAddressee = z.object({
  id: z.string(),
  fullName: z.string(),
  /** The site (group) under which the tree shows the person; null without one. */
  siteId: z.string().nullable(),
  siteName: z.string().nullable(),
  /** Receives notices only and does not sign in. */
  notificationOnly: z.boolean(),
});
export type MassMessageAddressee = z.infer<typeof massMessageAddressee>;

/** What sending would do, said before it is done. */
export const massMessagePreview = z.object({
  people: z.number().int(),
  /** People whom a channel would reach, and whether the installation has that channel. */
  channels: z.array(
    z.object({
      channel: z.enum(['push', 'sms', 'email']),
      people: z.number().int(),
      isConfigured: z.boolean(),
    }),
  ),
  /** Parts that one SMS takes; each is billed. */
  smsParts: z.number().int(),
  /** Up to 50 of them. */
  notReached: z.array(z.object({ recipientId: z.string(), recipientName: z.string(), why: z.string() })),
  notReachedCount: z.number().int(),
  /** How the organization's places stand: '2 in delay, 1 unknown'; all of them count. */
  places: z.object({
    text: z.string(),
    /** Something holds at least one place, or is not known there. */
    isHeld: z.boolean(),
  }),
});
export type MassMessagePreview = z.infer<typeof massMessagePreview>;

/** One recipient of a message that was sent. */
export const massMessageRecipient = z.object({
  recipientId: z.string(),
  recipientName: z.string(),
  state: z.enum(['queued', 'accepted', 'delivered', 'failed', 'not-sent']),
  /** Why nothing was sent or what failed, for people; null otherwise. */
  problem: z.string().nullable(),
  channels: z.array(
    z.object({
      channel: z.enum(['push', 'sms', 'email']),
      state: z.string(),
      at: z.string(),
      problem: z.string().nullable(),
    }),
  ),
});
export type MassMessageRecipient = z.infer<typeof massMessageRecipient>;

const needs = 'massnotify.access';
const idParams = z.object({ id: z.string() });

export const massMessageHistory = defineRoute({
  ...paths.massMessageHistory,
  needs,
  summary: 'Mass messages of the last 400 days, newest first; an Assistant Admin sees those of the own site',
  data: z.array(massMessage),
  paged: true,
});

export const massMessageRecipients = defineRoute({
  ...paths.massMessageRecipients,
  needs,
  summary: 'How each recipient of a mass message stands',
  params: idParams,
  data: z.array(massMessageRecipient),
  paged: true,
  failures: [404],
});

export const massMessageAddressees = defineRoute({
  ...paths.massMessageAddressees,
  needs,
  summary: 'The people who can be sent a mass message by the caller: active ones, not the caller',
  data: z.array(massMessageAddressee),
  paged: true,
});

export const previewMassMessage = defineRoute({
  ...paths.previewMassMessage,
  needs,
  summary: 'What sending a mass message would do: how many people, by which channels, who is not reached',
  body: massMessageForm,
  data: massMessagePreview,
  failures: [400],
});

export const sendMassMessage = defineRoute({
  ...paths.sendMassMessage,
  needs,
  summary: 'Sends a mass message; the same `key` again answers with the message that was sent',
  body: massMessageForm.extend({
    /** Made by the form when it is filled: a double press sends once. */
    key: z.uuid(),
  }),
  data: massMessage,
  failures: [400, 409],
});

export const massMessageTemplates = defineRoute({
  ...paths.massMessageTemplates,
  needs,
  summary:
    'Templates of mass messages, newest first; an organization without any is offered three to begin with',
  data: z.array(massMessage),
  paged: true,
});

export const addMassMessageTemplate = defineRoute({
  ...paths.addMassMessageTemplate,
  needs,
  summary: 'Saves a template; recipients are not kept',
  body: massMessageForm,
  data: massMessage,
  failures: [400],
});

export const changeMassMessageTemplate = defineRoute({
  ...paths.changeMassMessageTemplate,
  needs,
  summary: 'Changes a template; recipients are not kept',
  body: massMessageForm.extend({ id: z.string(), revision: z.number().int().optional() }),
  data: massMessage,
  failures: [400, 404, 409],
});

export const deleteMassMessageTemplate = defineRoute({
  ...paths.deleteMassMessageTemplate,
  needs,
  summary: 'Deletes a template',
  params: idParams,
  data: z.object({ id: z.string() }),
  failures: [404],
});
