import type { RollCall } from '@allclear/contract';
import { Card } from '../../ui/Card.tsx';
import classes from './RollCall.module.css';
import { shelterText } from './roll-call-words.ts';

interface ShelterStatesProps {
  rollCall: RollCall;
  /** The numbers are too old. */
  isOld: boolean;
}

/** The shelters of the place: open or closed, how to find them, and for wardens how many people are there. */
export function ShelterStates({ rollCall, isOld }: ShelterStatesProps) {
  const { shelters, live } = rollCall;
  return (
    <Card title="Shelters" unknown={isOld && live !== null}>
      {shelters.length === 0 && <p className={classes.hint}>This place has no shelters yet.</p>}
      <ul className={classes.shelters}>
        {shelters.map((shelter) => {
          const counted = live?.shelters.find(({ shelterId }) => shelterId === shelter.id);
          const isOver = counted !== undefined && counted.over > 0;
          return (
            <li key={shelter.id} className={classes.shelter} data-over={isOver || undefined}>
              <strong>{shelter.name}</strong>
              <span>
                {shelter.isRemoved ? 'Removed from the place' : shelter.isOpen ? 'Open' : 'Closed now'}
              </span>
              <span className={isOver ? classes.over : undefined}>
                {shelterText(shelter, live === null ? null : (counted ?? { present: 0, over: 0 }))}
              </span>
              <span>{shelter.minutesToReach} min on foot</span>
              {shelter.directions !== '' && <p className={classes.directions}>{shelter.directions}</p>}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
