import type { CountedGroup, RollCall } from '@allclear/contract';
import { IconChevronRight } from '@tabler/icons-react';
import type { EntryItem } from './entry-outbox.ts';
import classes from './RollCall.module.css';
import { groupText, sourceText } from './roll-call-words.ts';

interface GroupListProps {
  rollCall: RollCall;
  groups: readonly CountedGroup[];
  /** Entries of this device that are not sent yet. */
  unsent: readonly EntryItem[];
  /** The numbers are too old. */
  isOld: boolean;
  onChoose: (group: CountedGroup) => void;
}

/** Each group with what is expected, counted and missing: those that need somebody first. */
export function GroupList({ rollCall, groups, unsent, isOld, onChoose }: GroupListProps) {
  if (groups.length === 0)
    return (
      <p className={classes.hint}>
        This place has no groups. Add a group here, or groups for every roll-call on the page of shelters.
      </p>
    );
  const sorted = [...groups].sort(
    (a, b) => order[a.state] - order[b.state] || a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
  return (
    <ul className={`${classes.groups} ${isOld ? 'hatched' : ''}`} aria-label="Groups">
      {sorted.map((group) => (
        <li key={group.id}>
          <button
            type="button"
            className={classes.group}
            data-state={group.state}
            aria-haspopup="dialog"
            onClick={() => onChoose(group)}
          >
            <span className={classes.groupName}>{group.name}</span>
            <span className={classes.groupState}>{groupText(group)}</span>
            <span className={classes.groupNumbers}>
              {group.present === null ? '–' : group.present} of {group.expected} counted
            </span>
            <IconChevronRight className={classes.chevron} size={20} aria-hidden="true" />
            <GroupDetails rollCall={rollCall} group={group} unsent={unsent} />
          </button>
        </li>
      ))}
    </ul>
  );
}

const order: Readonly<Record<CountedGroup['state'], number>> = {
  missing: 0,
  'not-counted': 1,
  'more-than-expected': 2,
  'as-expected': 3,
};

function GroupDetails({
  rollCall,
  group,
  unsent,
}: Pick<GroupListProps, 'rollCall' | 'unsent'> & { group: CountedGroup }) {
  const nameOf = (id: string) => rollCall.shelters.find((one) => one.id === id)?.name ?? 'a shelter';
  const waiting = unsent.filter(
    ({ kind, entry }) =>
      kind === 'waiting' && entry.rollCallId === rollCall.id && entry.content.groupId === group.id,
  );
  return (
    <span className={classes.groupDetails}>
      {group.byShelter.map((at) => (
        <span key={`${at.shelterId} ${at.source}`}>
          {nameOf(at.shelterId)}: {at.present} {sourceText(at)}
        </span>
      ))}
      {group.joinedLater > 0 && (
        <span>
          {group.joinedLater} {group.joinedLater === 1 ? 'entry' : 'entries'} joined later, from a phone
          without a network
        </span>
      )}
      {waiting.length > 0 && (
        <strong className={classes.unsentMark}>
          Not sent yet: {waiting.length} {waiting.length === 1 ? 'entry' : 'entries'} of this phone
        </strong>
      )}
    </span>
  );
}
