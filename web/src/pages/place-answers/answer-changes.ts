import { byUrgency, measureKind, type PlaceAnswer, type PlaceAnswerKind } from '@allclear/domain';

/** Whether people at the place should act now: the tile is filled with the color of danger. */
export function isUrgent(kind: PlaceAnswerKind): boolean {
  return kind === 'delay' || kind === 'stop';
}

/**
 * The answer of a place for what is news. The warning of a lightning policy that outlasts its zones for a moment
 * is none: its delay was news, and its end must not sound like danger. 'checking' leaves the answer of before.
 */
export function newsKind({ kind, holds }: Pick<PlaceAnswer, 'kind' | 'holds'>): PlaceAnswerKind {
  const [governing] = holds;
  const isOfLightning = governing?.kind === 'warning' && measureKind(governing.typeShortName) === 'lightning';
  return isOfLightning ? 'checking' : kind;
}

type Kinds = ReadonlyMap<string, PlaceAnswerKind>;

/** The places whose answer is worse than before. What was not known to the page before is no change. */
export function worsened(before: Kinds, now: Kinds): string[] {
  return [...now].flatMap(([id, kind]) => {
    const earlier = before.get(id);
    if (earlier === undefined || earlier === 'checking' || kind === 'checking') return [];
    return byUrgency(kind, earlier) < 0 ? id : [];
  });
}

/** The places at which people should act now and did not have to before. */
export function newlyUrgent(before: Kinds, now: Kinds): string[] {
  return [...now].flatMap(([id, kind]) => {
    const earlier = before.get(id);
    const isNew = earlier !== undefined && earlier !== 'checking' && isUrgent(kind) && !isUrgent(earlier);
    return isNew ? id : [];
  });
}
