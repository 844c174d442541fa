import type { PlaceAnswerKind } from '@allclear/domain';
import { useEffect, useRef, useState } from 'react';
import { newlyUrgent, worsened } from './answer-changes.ts';

const takeoverMs = 10_000;
const none: readonly string[] = [];

export interface AnswerChanges {
  /** Increased each time the answer of a place becomes worse. */
  readonly worsenings: number;
  /** The places at which people should act since a moment ago; their news take the whole screen. */
  readonly takeover: readonly string[];
}

/**
 * Follows the answers of places.
 *
 * @param kinds null until every part of the answers is known: what is learned first is no change
 */
export function useChanges(kinds: ReadonlyMap<string, PlaceAnswerKind> | null): AnswerChanges {
  const before = useRef<ReadonlyMap<string, PlaceAnswerKind>>(new Map());
  const [worsenings, setWorsenings] = useState(0);
  const [takeover, setTakeover] = useState(none);

  useEffect(() => {
    if (kinds === null) return;
    const urgent = newlyUrgent(before.current, kinds);
    if (worsened(before.current, kinds).length > 0) setWorsenings((count) => count + 1);
    if (urgent.length > 0) setTakeover(urgent);
    before.current = withAnswers(before.current, kinds);
  }, [kinds]);

  useEffect(() => {
    if (takeover.length === 0) return;
    const timer = setTimeout(() => setTakeover(none), takeoverMs);
    return () => clearTimeout(timer);
  }, [takeover]);
  return { worsenings, takeover };
}

/** What is being asked for leaves the answer of before; places that are gone are dropped. */
function withAnswers(
  before: ReadonlyMap<string, PlaceAnswerKind>,
  now: ReadonlyMap<string, PlaceAnswerKind>,
): ReadonlyMap<string, PlaceAnswerKind> {
  return new Map([...now].map(([id, kind]) => [id, kind === 'checking' ? (before.get(id) ?? kind) : kind]));
}
