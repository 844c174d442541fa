import type { Limit } from '../core/index.ts';

/** The limit that the policy of a warning sets. */
export interface WarningLimit extends Limit {
  readonly typeShortName: string;
}

/** A strike as a place is affected by it. */
export interface PlaceStrike {
  /** Epoch ms. */
  readonly at: number;
  readonly distanceMiles: number;
  /** From the place towards the strike. */
  readonly bearingDegrees: number;
}

/** Thunder that somebody heard at a place. */
export interface PlaceThunder {
  /** Epoch ms. */
  readonly at: number;
  /** Null where it is not known. */
  readonly distanceMiles: number | null;
}

/**
 * What keeps a place from being clear. While there is one, nothing may say of the *place* that it is clear,
 * within policy or good. Lightning of several zones is one hold for each kind.
 */
export type PlaceHold =
  /**
   * Strikes, or thunder that was heard, within the smallest affected radius; `clearAt` (epoch ms) is of the zone that
   * governs.
   */
  | {
      readonly kind: 'delay';
      readonly stop: boolean;
      readonly radiusMiles: number;
      readonly clearAt: number;
      /** The last one within the radius, where it is known. */
      readonly lastStrike?: PlaceStrike | null;
      /** Where it was heard, not seen: the last time. */
      readonly thunder?: PlaceThunder | null;
    }
  /** An admin keeps the place closed; `until` (epoch ms) is null where only a person ends it. */
  | { readonly kind: 'closed'; readonly reason: string; readonly until: number | null }
  /** Quiet that has not been observed long enough yet. */
  | { readonly kind: 'observing'; readonly radiusMiles: number; readonly clearAt: number }
  /** Lightning is not observed now; `since` is the end of what was observed, epoch ms, null for never. */
  | { readonly kind: 'lightning-unknown'; readonly since: number | null }
  /** No lightning feed covers the place. */
  | { readonly kind: 'no-lightning-data' }
  /** Lightning or warnings have been asked for and are not known yet. */
  | { readonly kind: 'checking' }
  /** An open warning of another policy; `heldSince` (epoch ms) when its data stopped. */
  | {
      readonly kind: 'warning';
      readonly policyId: string;
      readonly typeShortName: string;
      readonly policyName: string;
      /** Of a weather-service alert. */
      readonly event: string | null;
      readonly heldSince: number | null;
      /** Of a reading, where it is known. */
      readonly limit?: WarningLimit | null;
      /** The earliest end while the quiet time runs, epoch ms. */
      readonly clearAt?: number | null;
    }
  /** Whether warnings are open is not known. */
  | { readonly kind: 'warnings-unknown' };

/**
 * A hold as a sentence that follows what has ended: 'Lightning delay still in effect.'
 *
 * @param withRadius names the radius of lightning holds, where a zone has just become clear
 */
export function holdSentence(hold: PlaceHold, withRadius = false): string {
  const within = (miles: number) => (withRadius ? ` within ${miles} mi` : '');
  switch (hold.kind) {
    case 'delay':
      return `Lightning delay still in effect${within(hold.radiusMiles)}.`;
    case 'closed':
      return `Still closed: ${hold.reason}.`;
    case 'observing':
      return `Lightning is still being observed${within(hold.radiusMiles)}: no all clear yet.`;
    case 'lightning-unknown':
      return 'Lightning status is unknown: no all clear.';
    case 'no-lightning-data':
      return 'No lightning data here.';
    case 'checking':
      return 'Checking.';
    case 'warnings-unknown':
      return 'Whether other warnings are in effect is unknown.';
    case 'warning': {
      const subject = hold.event === null ? `${hold.policyName} warning` : `NWS ${hold.event}`;
      return `${subject} still in effect${hold.heldSince === null ? '' : ' (no new data)'}.`;
    }
  }
}
