import { queryKind } from './query-kind.ts';

export const showKeys = {
  /** Polled while their page is open: Admins change them rarely. */
  shows: queryKind('shows', { quiet: true }),
  /** One, polled while its editor is open, so that a change by somebody else is seen before saving. */
  show: queryKind('show', { quiet: true }),
  /** Asked for when the editor opens. */
  choices: queryKind('show-choices', { quiet: true }),
  /** What the show in the form would show: asked again after each change of the form, and polled. */
  preview: queryKind('show-preview', { quiet: true }),
  /** Links of a show: polled while its editor is open. */
  links: queryKind('show-links', { quiet: true }),
};
