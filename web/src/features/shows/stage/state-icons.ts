import {
  IconAlertTriangle,
  IconBolt,
  IconCheck,
  IconEye,
  IconHandStop,
  IconHelpCircle,
  IconRefresh,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ShowPlace } from '../screen/stage-words.ts';

type AnswerKind = ShowPlace['answer']['kind'];

/** The shape of each state, so that none is told by its color alone. */
export const stateIcons: Readonly<Record<AnswerKind, TablerIcon>> = {
  delay: IconBolt,
  stop: IconHandStop,
  observing: IconEye,
  ready: IconAlertTriangle,
  checking: IconRefresh,
  unknown: IconHelpCircle,
  'no-lightning-data': IconHelpCircle,
  clear: IconCheck,
};

/** How large an instruction is set, by how long it is. */
export function lengthOf(text: string): 'short' | 'middle' | 'long' {
  if (text.length <= 14) return 'short';
  return text.length <= 32 ? 'middle' : 'long';
}
