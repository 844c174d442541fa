import type { ReceivedSiren } from '../../api/public-siren.ts';

/** What was received longer ago than this, real ms, is not the state of now. The server sends it every 10 s. */
export const staleAfterMs = 25_000;

/**
 * What the page says. `failed` covers everything else. `count` is the countdown, m:ss; null without one.
 */
export interface PublicSirenView {
  readonly tone: 'asking' | 'failed' | 'clear' | 'delay' | 'warning';
  readonly title: string;
  readonly text: string;
  readonly count: string | null;
  /** The countdown has ended here: only the server says clear. */
  readonly isAtZero: boolean;
}

const failed: PublicSirenView = {
  tone: 'failed',
  title: 'Failed to get data',
  text: 'Whether it is safe here is not known. Treat this place as if lightning were near.',
  count: null,
  isAtZero: false,
};

/** @param now by `elapsed()` */
export function publicSirenView(received: ReceivedSiren | null, now: number): PublicSirenView {
  if (received === null) return { ...failed, tone: 'asking', title: 'Checking…', text: '' };
  const { siren, at } = received;
  if (siren === null || now - at > staleAfterMs) return failed;
  switch (siren.state) {
    case 'clear':
      return { tone: 'clear', title: 'All Clear', text: '', count: null, isAtZero: false };
    case 'warning':
      return { tone: 'warning', title: 'Warning in effect', text: siren.text, count: null, isAtZero: false };
    case 'delay':
    case 'observing': {
      const elapsed = siren.paused ? 0 : ((now - at) / 1_000) * siren.speed;
      const left = siren.remainingSeconds === null ? null : Math.max(0, siren.remainingSeconds - elapsed);
      const seconds = left === null ? null : Math.ceil(left);
      return {
        tone: 'delay',
        title: 'In delay',
        text: siren.paused ? `${siren.text} The countdown is paused: no new data.` : siren.text,
        count: seconds === null ? null : clockOf(seconds),
        isAtZero: seconds === 0,
      };
    }
  }
}

/** m:ss, as a clock that has no hours: 65:00. */
function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
