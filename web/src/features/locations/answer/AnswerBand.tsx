import type { PlaceAnswerKind, PlaceWords } from '@allclear/domain';
import { useEffect, useRef, useState } from 'react';
import classes from './AnswerBand.module.css';
import { answerIcons, isHatched } from './answer-icons.ts';

/** The band's clock: when the place can be clear at the earliest. */
export interface AnswerClock {
  /** What remains, mm:ss; null while nothing is observed, so that nothing counts. */
  readonly countdown: string | null;
  /** The earliest all clear as a time of day. */
  readonly earliest: string;
}

export interface PlaceAnswerView {
  readonly kind: PlaceAnswerKind;
  readonly words: PlaceWords;
  readonly clock: AnswerClock | null;
}

/**
 * The answer for a place at the top of its page: what to do, for how long, and why. It stays in a thin bar while
 * the page is scrolled, and is announced to screen readers when it changes.
 */
export function AnswerBand({ label, answer }: { label: string; answer: PlaceAnswerView }) {
  const { kind, words, clock } = answer;
  const band = useRef<HTMLElement>(null);
  const isAway = useIsAbove(band);
  const Icon = answerIcons[kind];
  const isUrgent = kind === 'delay' || kind === 'stop';
  return (
    <>
      <section
        ref={band}
        className={`${classes.band} ${isHatched(kind) ? 'hatched' : ''}`}
        data-state={kind}
        aria-label={`What to do at ${label}`}
      >
        <Icon className={classes.icon} size={40} stroke={2} aria-hidden="true" />
        <p className={classes.instruction}>{words.instruction}</p>
        <p className={classes.reasons}>{words.reasons.join(' · ')}</p>
        {clock && <Clock clock={clock} />}
      </section>
      <p className="visually-hidden" role="status" aria-live={isUrgent ? 'assertive' : 'polite'}>
        {kind === 'checking' ? '' : `${label}: ${words.announcement}`}
      </p>
      {isAway && (
        <div
          className={`${classes.thin} ${isHatched(kind) ? 'hatched' : ''}`}
          data-state={kind}
          aria-hidden="true"
        >
          <Icon size={18} stroke={2} />
          <strong>{words.instruction}</strong>
          <span className={classes.place}>{label}</span>
          {clock && (
            <span className={classes.left}>{clock.countdown ?? `until ${clock.earliest} at least`}</span>
          )}
        </div>
      )}
    </>
  );
}

function Clock({ clock: { countdown, earliest } }: { clock: AnswerClock }) {
  return (
    <div className={classes.clock}>
      <p className={classes.countdown} data-paused={countdown === null || undefined}>
        {countdown ?? 'Paused'}
      </p>
      <p className={classes.earliest}>
        {countdown === null ? 'all clear not before ' : 'earliest all clear '}
        <strong>{earliest}</strong>
      </p>
    </div>
  );
}

/** Whether an element has been scrolled out of the view. */
function useIsAbove(element: React.RefObject<HTMLElement | null>): boolean {
  const [isAbove, setIsAbove] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.at(-1);
      if (entry) setIsAbove(!entry.isIntersecting && entry.boundingClientRect.top < 0);
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return isAbove;
}
