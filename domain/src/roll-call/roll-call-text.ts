import { drillSentence, type NoticeText } from '../notifications/index.ts';
import type { RollCallCount } from './count-roll-call.ts';

/** Shelters in a notice at most; the page has all of them. */
const maxListed = 10;

/** The notice of a roll-call that began. It lists the shelters that are open as they were entered, the nearest first. */
export function rollCallNoticeText({
  placeName,
  isDrill,
  shelters,
}: {
  readonly placeName: string;
  readonly isDrill: boolean;
  readonly shelters: readonly {
    readonly name: string;
    readonly minutesToReach: number;
    readonly directions: string;
    readonly isOpen: boolean;
  }[];
}): NoticeText {
  const open = shelters
    .filter(({ isOpen }) => isOpen)
    .sort((a, b) => a.minutesToReach - b.minutesToReach || (a.name < b.name ? -1 : 1));
  const drill = isDrill ? [drillSentence] : [];
  const lines = open.slice(0, maxListed).map(({ name, minutesToReach, directions }) => {
    const reach = `${minutesToReach} ${minutesToReach === 1 ? 'minute' : 'minutes'} on foot`;
    return `${name}: ${reach}.${directions === '' ? '' : ` ${directions}`}`;
  });
  const more = open.length - lines.length;
  const where =
    open.length === 0
      ? 'No shelter is entered as open. Ask a warden where to go.'
      : ['Shelters that are open:', ...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n');
  const names = open.slice(0, 3).map(({ name, minutesToReach }) => `${name} (${minutesToReach} min)`);
  const short = open.length === 0 ? 'Ask a warden where to go.' : `Open shelters: ${names.join(', ')}.`;
  return {
    subject: [...drill, `Roll-call at ${placeName}`].join(' '),
    text: [
      ...drill,
      `A roll-call has begun at ${placeName}. Check in when you are at a shelter.`,
      where,
    ].join('\n\n'),
    short: [...drill, `Roll-call at ${placeName}. ${short} Check in there.`].join(' '),
  };
}

/** The totals of a roll-call in one sentence or two, without names: groups that nobody counted are said first. */
export function rollCallTotalsText({
  expected,
  present,
  missing,
  notCounted,
  groups,
  ungrouped,
  joinedLater,
}: Pick<
  RollCallCount,
  'expected' | 'present' | 'missing' | 'notCounted' | 'groups' | 'ungrouped' | 'joinedLater'
>): string {
  const over = groups.reduce((sum, group) => sum + group.over, 0);
  return [
    ...(notCounted.groups > 0
      ? [
          `Not counted: ${notCounted.groups} of ${groups.length} groups, ${notCounted.expected} expected in them.`,
        ]
      : []),
    ...(groups.length === 0
      ? ['No group was expected.']
      : notCounted.groups === groups.length
        ? []
        : [
            `Counted: ${present} present, ${missing} missing, of ${expected - notCounted.expected} expected.`,
          ]),
    ...(over > 0 ? [`${over} more than expected in some groups.`] : []),
    ...(ungrouped.present > 0 ? [`${ungrouped.present} checked in without a group.`] : []),
    ...(joinedLater > 0 ? [`${joinedLater} ${joinedLater === 1 ? 'entry' : 'entries'} joined later.`] : []),
  ].join(' ');
}
