/** @jsxImportSource preact */
import { Icon } from './icons.tsx';
import type { AnswerKind, AnswerView } from './page-view.ts';

/** Whether an answer means that it is not known whether the place is clear. */
function isHatched(kind: AnswerKind): boolean {
  return kind === 'unknown' || kind === 'no-lightning-data';
}

/** What to do, for how long, and why. */
export function AnswerBand({ answer }: { answer: AnswerView }) {
  const { kind, instruction, reasons, countdown, isPaused, earliest } = answer;
  return (
    <section class={`band ${isHatched(kind) ? 'hatched' : ''}`} data-state={kind} aria-label="What to do">
      <Icon shape={kind} />
      <div class="say">
        <p class="instruction">{instruction}</p>
        {reasons.length > 0 && <p class="reasons">{reasons.join(' · ')}</p>}
      </div>
      {earliest !== null && (
        <div class="clock">
          {countdown !== null && (
            <p class="countdown" role="timer" aria-live="off">
              {countdown}
            </p>
          )}
          <p class="earliest">
            {isPaused
              ? 'paused, no new data'
              : countdown === null
                ? 'all clear not before '
                : 'earliest all clear '}
            {!isPaused && <strong>{earliest}</strong>}
          </p>
        </div>
      )}
    </section>
  );
}
