import type { Location, Status } from '@allclear/contract';
import { byUrgency, placeWord } from '@allclear/domain';
import { useEffect, useRef } from 'react';
import { writeLastAnswers } from '../../session/last-answers.ts';
import type { JudgedPlace } from './judge-places.ts';

/** Real ms between two writes to the device. */
const writeEveryMs = 10_000;

/**
 * Keeps the answers that the page shows on this device, for when the app is opened without a network. Places whose
 * answer has not arrived are left out.
 */
export function useKeptAnswers(
  locations: readonly Location[],
  standings: ReadonlyMap<string, JudgedPlace['standing']>,
  nowMs: number | null,
  { weather }: Status,
): void {
  const latest = useRef({ locations, standings, nowMs, weather });
  useEffect(() => {
    latest.current = { locations, standings, nowMs, weather };
  });
  const isAnswered = [...standings.values()].some(({ answer }) => answer !== 'checking');
  useEffect(() => {
    if (!isAnswered) return;
    const write = () => {
      const { locations: all, standings: answers, nowMs: now, weather: source } = latest.current;
      if (now === null) return;
      const known = all.flatMap(({ id, label, timeZone }) => {
        const kind = answers.get(id)?.answer ?? 'checking';
        return kind === 'checking' ? [] : [{ id, kind, label, timeZone }];
      });
      known.sort((a, b) => byUrgency(a.kind, b.kind));
      writeLastAnswers(window.localStorage, {
        at: new Date(now).toISOString(),
        weather: source,
        places: known.map(({ id, kind, label, timeZone }) => ({
          id,
          label,
          word: placeWord(kind),
          timeZone,
        })),
        total: all.length,
      });
    };
    write();
    const timer = setInterval(write, writeEveryMs);
    document.addEventListener('visibilitychange', write);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', write);
    };
  }, [isAnswered]);
}
