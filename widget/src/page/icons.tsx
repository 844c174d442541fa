/** @jsxImportSource preact */
import type { AnswerKind } from './page-view.ts';

/** The shape of each answer: a state is never shown by color alone. Drawn for this page, 24 by 24. */
const bolt = <path d="M13.5 2 4 13.5h6.5L9 22l10-12h-6.8z" fill="currentColor" stroke="none" />;
const question = (
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M9.4 9.2a2.7 2.7 0 1 1 3.8 2.9c-.8.4-1.2.9-1.2 1.7M12 16.9v.1" />
  </>
);
const stop = (
  <>
    <path d="M8.2 3h7.6L21 8.2v7.6L15.8 21H8.2L3 15.8V8.2z" />
    <path d="M12 7.6v5.2M12 16.3v.1" />
  </>
);
const eye = (
  <>
    <path d="M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z" />
    <circle cx="12" cy="12" r="2.6" />
  </>
);
const shapes = {
  delay: bolt,
  ready: bolt,
  stop,
  observing: eye,
  unknown: question,
  'no-lightning-data': question,
  checking: question,
  clear: <path d="m4.5 12.8 5 5L20 6.6" />,
  warning: (
    <>
      <path d="M12 3.6 2.6 20h18.8z" />
      <path d="M12 9.6v4.6M12 17v.1" />
    </>
  ),
} as const satisfies Record<AnswerKind | 'warning', unknown>;

export function Icon({ shape }: { shape: keyof typeof shapes }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2.2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {shapes[shape]}
    </svg>
  );
}
