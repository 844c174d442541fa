import { drillSentence } from '../notifications/index.ts';

/** The texts of notices that follow from responses. */

/** Names in a text at most; the desk's view has all of them. */
const maxNames = 20;

export interface ResponseNoticeText {
  readonly subject: string;
  readonly text: string;
  readonly short: string;
}

const drillOf = (isDrill: boolean) => (isDrill ? [`${drillSentence} `] : []).join('');

/** For the desk, at once: somebody needs help. `place` is '' where the person did not say. */
export function helpText({
  name,
  place,
  headline,
  isDrill,
  lateMinutes = 0,
  isWithoutCode = false,
}: {
  readonly name: string;
  readonly place: string;
  readonly headline: string;
  readonly isDrill: boolean;
  /** Whole minutes from the press to its arrival. */
  readonly lateMinutes?: number;
  /** An SMS without the code of the message. */
  readonly isWithoutCode?: boolean;
}): ResponseNoticeText {
  const late = lateMinutes > 0 ? ` Pressed ${lateMinutes} min before it arrived.` : '';
  const way = isWithoutCode ? ' It came by SMS without the code of the message.' : '';
  const where = `${place === '' ? 'The person did not say where.' : `Where: ${place}.`}${late}${way}`;
  const drill = drillOf(isDrill);
  const subject = `${drill}${name} needs help`;
  return {
    subject,
    text: `${subject}.\n\n${where}\n\nIt is the response to: ${headline}`,
    short: `${subject}. ${where}`,
  };
}

/** For the people of a step: who has not responded. */
export function escalationText({
  names,
  asked,
  headline,
  isDrill,
}: {
  /** Of everybody without a response. */
  readonly names: readonly string[];
  readonly asked: number;
  readonly headline: string;
  readonly isDrill: boolean;
}): ResponseNoticeText {
  const drill = drillOf(isDrill);
  const count = `${names.length} of ${asked} ${asked === 1 ? 'person has' : 'people have'} not responded`;
  const more = names.length - maxNames;
  const listed = `${names.slice(0, maxNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    subject: `${drill}${count}`,
    text: `${drill}${count} to: ${headline}\n\nNo response from: ${listed}.\n\nNothing is known about them.`,
    short: `${drill}${count} to: ${headline}`,
  };
}
