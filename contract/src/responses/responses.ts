import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

const kind = z.enum(['read', 'inside', 'help']);
const responseWay = z.enum(['app', 'link', 'sms', 'sms-without-code']);

/** A response that counts. */
const given = z.object({
  kind,
  place: z.string(),
  /** When it was received. */
  atUtc: z.string(),
  /** When it was pressed, where it was sent a minute or more later. */
  pressedUtc: z.string().optional(),
  /** By which way it came; `sms-without-code` is help alone, which anybody may send in the name of the number. */
  way: responseWay,
});

/** A request for a response, for the person who is asked. Instants are of the product clock. */
export const askedRequest = z.object({
  id: z.string(),
  headline: z.string(),
  /** The whole message. */
  text: z.string(),
  isDrill: z.boolean(),
  askedUtc: z.string(),
  /** The own response that counts; null without one. */
  response: given.nullable(),
});
export type AskedRequest = z.infer<typeof askedRequest>;

export const responseForm = z.object({
  /** Made by the device: the same response sent again is one. */
  key: z.uuid(),
  kind,
  /** Where the person is; required for `inside`. */
  place: z.string().max(1000).default(''),
  /** It replaces an earlier response, also by a weaker one. */
  isChange: z.boolean().default(false),
  /** How long ago it was pressed, by the clock of the device, real ms. */
  ageMs: z
    .number()
    .int()
    .min(0)
    .max(7 * 86_400_000)
    .default(0),
});
export type ResponseForm = z.infer<typeof responseForm>;

const tally = {
  asked: z.number().int(),
  noResponse: z.number().int(),
  read: z.number().int(),
  inside: z.number().int(),
  help: z.number().int(),
};

/** A request as the desk sees it: people of the groups that the caller administers. */
export const responseRequestView = z.object({
  id: z.string(),
  askedUtc: z.string(),
  /** People who were asked, each once. */
  ...tally,
  groups: z.array(z.object({ name: z.string().nullable(), ...tally })),
  steps: z.array(
    z.object({
      target: z.string(),
      dueUtc: z.string(),
      /** Null: not taken. */
      taken: z
        .object({
          atUtc: z.string(),
          /** People without a response whom it listed. */
          listed: z.number().int(),
          notified: z.number().int(),
          /** People of the step who were in their quiet hours or cannot be reached. */
          notSent: z.number().int(),
        })
        .nullable(),
    }),
  ),
  /** When the next step is due; null: none is pending. */
  nextStepUtc: z.string().nullable(),
});
export type ResponseRequestView = z.infer<typeof responseRequestView>;

/** People of a page of the desk's view. */
export const responsePeoplePerPage = 100;

export const responsePeople = z.object({
  /** On all pages. */
  total: z.number().int(),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      groupName: z.string().nullable(),
      response: given.nullable(),
    }),
  ),
});
export type ResponsePeople = z.infer<typeof responsePeople>;

const target = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), id: z.string() }),
  z.object({ kind: z.literal('group'), id: z.string() }),
  z.object({ kind: z.literal('desk') }),
]);
const steps = z.array(z.object({ target, afterMinutes: z.number() })).max(20);

/** Whom requests of the organization are passed on to while people have not responded. */
export const escalationChain = z.object({ steps, revision: z.number().int() });
export type EscalationChain = z.infer<typeof escalationChain>;

const bearer = z.object({ authorization: z.string().optional() });
const desk = 'massnotify.access';

export const openResponseRequests = defineRoute({
  ...paths.openResponseRequests,
  needs: 'signed-in',
  summary: 'Messages that ask the caller for a response, of the last 12 hours',
  data: z.array(askedRequest),
});

export const respond = defineRoute({
  ...paths.respond,
  needs: 'signed-in',
  refusesImpersonation: true,
  summary: 'Responds to a message; the same `key` again is the same response',
  params: z.object({ id: z.string() }),
  body: responseForm,
  data: askedRequest,
  failures: [400, 404, 409],
});

export const responseRequest = defineRoute({
  ...paths.responseRequest,
  needs: desk,
  summary: 'Who has responded to a message, and what was passed on',
  params: z.object({ id: z.string() }),
  data: responseRequestView,
  failures: [404],
});

export const responseRequestPeople = defineRoute({
  ...paths.responseRequestPeople,
  needs: desk,
  summary: 'The people who were asked, by their names, 100 a page: by what counts, and by a part of a name',
  params: z.object({ id: z.string() }),
  query: z.object({
    /** `none`: those who have not responded; all without it. */
    kind: z.enum(['none', 'read', 'inside', 'help']).optional(),
    search: z.string().trim().max(100).default(''),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  data: responsePeople,
  failures: [400, 404],
});

/** A request that warnings of a policy made: one for an event at a place. */
export const warningRequest = z.object({
  id: z.string(),
  headline: z.string(),
  /** The weather is not live: nobody is asked for real. */
  isDrill: z.boolean(),
  askedUtc: z.string(),
  /** Null once the place was removed. */
  organizationLocationName: z.string().nullable(),
});
export type WarningRequest = z.infer<typeof warningRequest>;

export const listWarningRequests = defineRoute({
  ...paths.listWarningRequests,
  needs: desk,
  summary: 'Requests for responses that warnings made, the newest 100',
  data: z.array(warningRequest),
});

export const getEscalationChain = defineRoute({
  ...paths.getEscalationChain,
  needs: desk,
  summary: 'Whom requests without responses are passed on to; the revision is 0 while nothing was saved',
  data: escalationChain,
});

export const changeEscalationChain = defineRoute({
  ...paths.changeEscalationChain,
  needs: 'escalation:write',
  summary: 'Changes whom later requests are passed on to; those that were sent keep their chain',
  body: z.object({ steps, revision: z.number().int() }),
  data: escalationChain,
  failures: [400, 409],
});

export const getLinkedRequest = defineRoute({
  ...paths.getLinkedRequest,
  needs: 'public',
  summary: 'What the link of a message asks; the token is in the Authorization header. It changes nothing',
  headers: bearer,
  data: askedRequest,
  failures: [404],
});

export const respondByLink = defineRoute({
  ...paths.respondByLink,
  needs: 'public',
  summary: 'Responds by the link of a message; the same `key` again is the same response',
  headers: bearer,
  body: responseForm,
  data: askedRequest,
  failures: [400, 404],
});

/** SMS that people send. They are signed by the provider and need no sign-in. */
export const receiveTwilioSms = defineRoute({
  ...paths.receiveTwilioSms,
  needs: 'public',
  summary: 'An incoming message of Twilio (form encoded, X-Twilio-Signature); answered with TwiML',
  // TwiML.
  data: z.unknown(),
  failures: [403, 404],
});

export const receiveGatewaySms = defineRoute({
  ...paths.receiveGatewaySms,
  needs: 'public',
  summary: 'An SMS that the generic gateway received (JSON { id, from, text }, X-Allclear-Signature)',
  /** What the gateway is to send to whoever sent the SMS; null: nothing. */
  data: z.object({ reply: z.string().nullable() }),
  failures: [400, 403, 404],
});
