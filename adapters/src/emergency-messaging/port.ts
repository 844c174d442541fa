/** Systems that page a whole site: they launch a scenario which somebody has prepared there. */

/** By what the system knows us. Never logged. */
export type MessagingCredential =
  /** A token that somebody made there and pasted here. */
  | { readonly kind: 'token'; readonly token: string }
  /** A client of the system, which fetches tokens itself. `audience` is the id of the provider there. */
  | {
      readonly kind: 'client';
      readonly clientId: string;
      readonly clientSecret: string;
      readonly audience: string;
    };

/** A scenario or a site of the system. */
export interface MessagingItem {
  readonly id: string;
  readonly name: string;
}

/**
 * Why a question has no answer. `credential`: it is not accepted. `forbidden`: accepted, without the right to this.
 * `missing`: what was asked for does not exist there. `busy`: to be asked later (`retryAfterMs` where it says when).
 * `unavailable`: no answer or an error of the system. `malformed`: an answer that is none of the system's.
 */
export interface MessagingFailure {
  readonly kind: 'failed';
  readonly because: 'credential' | 'forbidden' | 'missing' | 'busy' | 'unavailable' | 'malformed';
  /** Milliseconds; null without a wish. */
  readonly retryAfterMs: number | null;
  /** A sentence for people, without a secret. */
  readonly detail: string;
}

export type MessagingAnswer<T> = { readonly kind: 'answer'; readonly value: T } | MessagingFailure;

export interface LaunchRequest {
  readonly scenarioId: string;
  readonly siteName: string;
  /** For a field of the scenario that takes a message. */
  readonly text: string;
  /** Stands in that message, so that a launch can be found again. */
  readonly reference: string;
}

/**
 * `launched`: the system said so. `refused`: it was not launched and never will be. `not-launched`: it was not, and
 * may be tried again. `unknown`: it may have been launched; ask `findLaunch` before it is repeated.
 */
export type LaunchOutcome =
  | { readonly kind: 'launched'; readonly notificationId: string | null; readonly detail: string }
  | { readonly kind: 'refused'; readonly because: MessagingFailure['because']; readonly detail: string }
  | { readonly kind: 'not-launched'; readonly retryAfterMs: number | null; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

export interface LaunchSearch {
  readonly scenarioId: string;
  readonly reference: string;
  /** When the launch was tried, epoch ms of the wall clock. */
  readonly triedAt: number;
  /** Ids of notifications that are known to be of other launches. */
  readonly otherIds: readonly string[];
}

/** No method throws for what the system or the network does. */
export interface EmergencyMessaging {
  readonly vendor: string;
  /** Whether the credential may read scenarios and sites. */
  verify(credential: MessagingCredential, signal: AbortSignal): Promise<MessagingAnswer<null>>;
  /** All of them, by name. */
  sites(credential: MessagingCredential, signal: AbortSignal): Promise<MessagingAnswer<MessagingItem[]>>;
  scenarios(credential: MessagingCredential, signal: AbortSignal): Promise<MessagingAnswer<MessagingItem[]>>;
  /** One try. Never repeats by itself what may have been launched. */
  launch(
    request: LaunchRequest,
    credential: MessagingCredential,
    signal: AbortSignal,
  ): Promise<LaunchOutcome>;
  /** The id of the notification that a launch whose answer was lost has made; null when it made none. */
  findLaunch(
    search: LaunchSearch,
    credential: MessagingCredential,
    signal: AbortSignal,
  ): Promise<MessagingAnswer<string | null>>;
  /** Whether it is a simulator: it answers a fresh challenge as only simulators do. Launches nothing. */
  isSimulator(signal: AbortSignal): Promise<boolean>;
}
