import { placeWord } from '@allclear/domain';
import { Link } from 'react-router';
import type { PlaceAnswerView } from './AnswerBand.tsx';
import classes from './AnswerChip.module.css';
import { answerIcons, isHatched } from './answer-icons.ts';

/** The answer for a place in a word, with its countdown; leads to the place. */
export function AnswerChip({ id, label, answer }: { id: string; label: string; answer: PlaceAnswerView }) {
  const { kind, clock } = answer;
  const Icon = answerIcons[kind];
  return (
    <Link
      to={`/?location=${id}`}
      className={`${classes.chip} ${isHatched(kind) ? 'hatched' : ''}`}
      data-state={kind}
    >
      <Icon size={20} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">{label}: </span>
      <strong>{placeWord(kind)}</strong>
      {clock && <span>{clock.countdown ?? `until ${clock.earliest} at least`}</span>}
    </Link>
  );
}
