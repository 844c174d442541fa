/** Channels to people and systems. */
export type DeliveryChannelName = 'email' | 'sms' | 'push' | 'webhook';

/** A file that goes with an email. */
export interface MailAttachment {
  /** With its ending. */
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** One notice for one target. */
export interface OutgoingMessage {
  /** Stable key of this delivery, the same in every attempt: the idempotency key, the email's Message-ID. */
  readonly id: string;
  readonly subject: string;
  /** Plain text, paragraphs separated by empty lines. */
  readonly text: string;
  /** For SMS and push. */
  readonly short: string;
  /** Somebody wrote the text: an SMS has all of it. */
  readonly isWritten?: boolean;
  /** Link into the product. */
  readonly url: string;
  /** The label of the link; 'Open in Allclear' unless set. */
  readonly action?: string;
  /** The same for all notices of one warning. */
  readonly correlationId: string;
  readonly kind: 'warning' | 'all-clear' | 'information' | 'test';
  /** ISO 8601 UTC, in weather time. */
  readonly sentAt: string;
  readonly firstAttempt: boolean;
  /** When the first attempt started, epoch ms of the wall clock. */
  readonly startedAt: number;
  /** Where answers go: somebody wrote the message. Only email has it. */
  readonly replyTo?: string;
  /** Addresses that get a copy by email. */
  readonly copies?: readonly string[];
  /** Files that go with it. Only email has them. */
  readonly attachments?: readonly MailAttachment[];
  /** Data for machines: the location, the policy. Only a webhook sends them. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

/**
 * The outcome of an attempt. `reason` and `detail` are sentences for people and contain no secret.
 * `retryAfterMs` is the wait that the other side asked for, null without one. `gone`: the target no longer
 * exists (an unsubscribed browser, a number that does not exist).
 */
export type DeliveryOutcome =
  | { readonly kind: 'accepted'; readonly providerId: string | null; readonly detail: string }
  | {
      readonly kind: 'failed';
      readonly retryable: boolean;
      readonly reason: string;
      readonly retryAfterMs: number | null;
      readonly gone: boolean;
    };

export interface DeliveryAdapter<T> {
  readonly channel: DeliveryChannelName;
  readonly vendor: string;
  /**
   * One attempt. Never throws for a failure of the provider. After a retryable failure the message may have
   * been accepted all the same: the response was lost.
   */
  send(message: OutgoingMessage, target: T, signal: AbortSignal): Promise<DeliveryOutcome>;
  close(): Promise<void>;
}
