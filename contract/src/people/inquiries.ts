import { z } from 'zod';
import { defineRoute } from '../core/index.ts';
import * as paths from './paths.ts';

/** A question to the organization's meteorologist desk, as its sender sees it. */
export const consultationRequest = z.object({
  id: z.string(),
  message: z.string(),
  preferredContact: z.enum(['email', 'phone', 'text']),
  createdUtc: z.string(),
  /** `sending` until the mail server has accepted it or refused it for good. */
  state: z.enum(['sending', 'sent', 'failed']),
});

export type ConsultationRequest = z.infer<typeof consultationRequest>;

export const consultation = z.object({
  /** `no-desk`: the organization has none; `no-mail`: this installation sends no mail. */
  availability: z.enum(['open', 'no-desk', 'no-mail']),
  /** Other admins, who may be copied. */
  admins: z.array(z.object({ name: z.string(), email: z.string() })),
  /** The caller's own questions, newest first. */
  requests: z.array(consultationRequest),
});

export type Consultation = z.infer<typeof consultation>;

export const getConsultation = defineRoute({
  ...paths.getConsultation,
  needs: 'met.support',
  summary: 'Whether meteorologists can be asked, and the caller’s questions',
  data: consultation,
});

const longText = z.string().max(20_000);
const shortText = z.string().max(1_000);
const queued = z.object({ id: z.string(), message: z.string() });

export const submitConsultation = defineRoute({
  ...paths.submitConsultation,
  needs: 'met.support',
  summary: 'Sends a question to the organization’s meteorologist desk by mail; answers go to the caller',
  body: z.object({
    message: longText,
    preferredContact: z.enum(['email', 'phone', 'text']),
    /** Where to answer by email; the caller’s address unless given. */
    email: shortText.nullish(),
    /** Where to call or text. */
    phone: shortText.nullish(),
    /** Addresses of other admins who get a copy. */
    ccdEmails: z.array(shortText).max(50).optional(),
  }),
  data: queued,
  failures: [400, 409],
});

export const requestSupport = defineRoute({
  ...paths.requestSupport,
  needs: 'signed-in',
  summary: 'Sends a message to the organization’s support contact by mail; answers go to the caller',
  body: z.object({ subject: shortText, message: longText }),
  data: queued,
  failures: [400, 409],
});
