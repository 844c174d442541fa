import { IconChevronRight, IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { rollCallAddress } from '../../session/paths.ts';
import classes from './RollCall.module.css';
import { lineText } from './roll-call-words.ts';
import { useRollCallOfPlace } from './use-roll-call.ts';

/** On the page of a place while a roll-call is open there: what it says, and the way to it. */
export function RollCallLine({ organizationLocationId }: { organizationLocationId: string }) {
  const { data, isError } = useRollCallOfPlace(organizationLocationId);
  if (!data?.isOpen) return null;
  return (
    <section aria-label={data.isDrill ? 'Drill, roll-call' : 'Roll-call'}>
      <Link
        to={rollCallAddress(data.id)}
        className={`${classes.line} ${isError ? 'hatched' : ''}`}
        data-drill={data.isDrill || undefined}
      >
        <IconUsersGroup size={22} aria-hidden="true" />
        <span>
          {isError
            ? data.isDrill
              ? 'Drill, roll-call: who is missing is not known now'
              : 'Roll-call: who is missing is not known now'
            : lineText(data)}
        </span>
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
    </section>
  );
}
