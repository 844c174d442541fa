/** The answer for a place when the server was last reached. */
export interface LastAnswer {
  readonly id: string;
  readonly label: string;
  /** In words, e.g. 'Stay inside'. */
  readonly word: string;
  readonly timeZone: string;
}

/** What this device last received, so that the app that is opened without a network can say so. */
export interface LastAnswers {
  /** ISO 8601, by the product clock. */
  readonly at: string;
  /** The weather of `GET /api/status`. */
  readonly weather: string;
  /** The worst first, at most `maxKept`. */
  readonly places: readonly LastAnswer[];
  /** Number of all places. */
  readonly total: number;
}

const key = 'allclear.last-answers';
/** Places that are kept: a page that knows nothing now needs no more of them. */
export const maxKept = 100;

/** The kept answers; null when there are none or they are unreadable. */
export function readLastAnswers(storage: Pick<Storage, 'getItem'>): LastAnswers | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return isLastAnswers(stored) ? stored : null;
  } catch {
    // Storage may be blocked.
    return null;
  }
}

/** Set by a removal: the page is being left, and what it still knows must not come back. */
let isRemoved = false;

/** Keeps the answers on this device until the sign-out. */
export function writeLastAnswers(storage: Pick<Storage, 'setItem'>, answers: LastAnswers): void {
  if (isRemoved) return;
  try {
    storage.setItem(key, JSON.stringify({ ...answers, places: answers.places.slice(0, maxKept) }));
  } catch {
    // Storage may be blocked or full: the app then opens without them.
  }
}

/** For a user who signs out or is no longer admitted: until the page is loaded again nothing more is kept. */
export function removeLastAnswers(storage: Pick<Storage, 'removeItem'>): void {
  isRemoved = true;
  try {
    storage.removeItem(key);
  } catch {
    // Storage may be blocked: then nothing is kept.
  }
}

function isLastAnswers(stored: unknown): stored is LastAnswers {
  if (typeof stored !== 'object' || stored === null) return false;
  const { at, weather, places, total } = stored as Record<string, unknown>;
  return (
    typeof at === 'string' &&
    !Number.isNaN(Date.parse(at)) &&
    typeof weather === 'string' &&
    typeof total === 'number' &&
    Array.isArray(places) &&
    places.every((place) =>
      ['id', 'label', 'word', 'timeZone'].every((part) => typeof place?.[part] === 'string'),
    )
  );
}
