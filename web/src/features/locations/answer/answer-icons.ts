import type { PlaceAnswerKind } from '@allclear/domain';
import {
  IconBoltFilled,
  IconCheck,
  IconEye,
  IconHandStop,
  IconHelpCircle,
  type TablerIcon,
} from '@tabler/icons-react';

/** The shape of each answer for a place: a state is never shown by color alone. */
export const answerIcons: Readonly<Record<PlaceAnswerKind, TablerIcon>> = {
  delay: IconBoltFilled,
  ready: IconBoltFilled,
  stop: IconHandStop,
  observing: IconEye,
  unknown: IconHelpCircle,
  'no-lightning-data': IconHelpCircle,
  checking: IconHelpCircle,
  clear: IconCheck,
};

/** Whether an answer means that it is not known whether the place is clear: it is hatched. */
export function isHatched(kind: PlaceAnswerKind): boolean {
  return kind === 'unknown' || kind === 'no-lightning-data';
}
