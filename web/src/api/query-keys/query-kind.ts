import type { ChangeTopic } from '@allclear/contract';

/** What renews queries of a kind besides polling. */
export type Renewal = Announced | Quiet;

/** The server announces changes; all queries of these kinds are also renewed when an event stream begins. */
export interface Announced {
  readonly announcedBy: readonly Exclude<ChangeTopic, 'hello'>[];
  /** The second part of the key is a location's id: an event that names locations renews only theirs. */
  readonly perLocation?: boolean;
  /** The least time (real ms) between renewals during a storm of events; 15 s unless given. */
  readonly throttleMs?: number;
}

/** No event announces a change; the comment of the kind says why none is needed. */
export interface Quiet {
  readonly quiet: true;
  /** Renewed when a stream begins, because a long time may have passed without one. */
  readonly onReconnect?: boolean;
}

/** All queries whose key begins with `name`. */
export interface QueryKind<Name extends string = string> {
  readonly name: Name;
  readonly renewal: Renewal;
  /** The key of all of them, and of the one without further parts. */
  readonly all: readonly [Name];
  /** The key of a single query. */
  of(...parts: readonly unknown[]): readonly [Name, ...unknown[]];
}

export function queryKind<const Name extends string>(name: Name, renewal: Renewal): QueryKind<Name> {
  return { name, renewal, all: [name], of: (...parts) => [name, ...parts] };
}
