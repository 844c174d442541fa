import { type NoticeText, oneLine, shortTextLength, standingSentence } from './text-parts.ts';

/** Who watches and who decides at a place; null for nobody. */
export interface OnDutyNames {
  readonly decides: string | null;
  readonly watches: string | null;
}

/** 'Decides: Alex Admin. Watches: Sam Coach.'; '' where nobody is named. */
export function dutyLine({ decides, watches }: OnDutyNames): string {
  const part = (word: string, name: string | null) => {
    const shown = oneLine(name ?? '');
    return shown === '' ? [] : [`${word}: ${shown}.`];
  };
  return [...part('Decides', decides), ...part('Watches', watches)].join(' ');
}

/**
 * A notice of a warning for the people of the organization, with who is on duty there. An SMS has the line only where it
 * makes the text neither longer than one SMS nor more expensive.
 */
export function withDutyLine(words: NoticeText, names: OnDutyNames): NoticeText {
  const line = dutyLine(names);
  if (line === '') return words;
  const text = words.text.endsWith(standingSentence)
    ? `${words.text.slice(0, -standingSentence.length)}${line}\n\n${standingSentence}`
    : `${words.text}\n\n${line}`;
  const longer = `${words.short} ${line}`;
  const fits = longer.length <= shortTextLength && /^[\x20-\x5a\x61-\x7a]*$/.test(line);
  return { ...words, text, short: fits ? longer : words.short };
}
