import type { PublicScene } from '@allclear/contract';
import { ageText, coverText } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import { Covered } from './Covered.tsx';
import classes from './Stage.module.css';

type Condition = Extract<PublicScene, { kind: 'conditions' }>['conditions'][number];

/** '--' stands for a value that is not known. */
const unknownValue = '--';

interface ConditionsProps {
  conditions: readonly Condition[];
  /** So many fit; further ones turn. */
  most: number;
  now: number;
  elapsedMs: number;
  timeZone: string;
}

/** What is measured at a place. A value that is too old is not shown. */
export function Conditions({ conditions, most, now, elapsedMs, timeZone }: ConditionsProps) {
  if (conditions.length === 0)
    return <Covered title="Current conditions" text="There are no measurements now" />;
  return (
    <dl className={classes.conditions}>
      {pageAt(conditions, most, elapsedMs).items.map((condition) => (
        <Tile
          key={`${condition.condition} ${condition.label}`}
          condition={condition}
          now={now}
          timeZone={timeZone}
        />
      ))}
    </dl>
  );
}

function Tile({ condition, now, timeZone }: { condition: Condition; now: number; timeZone: string }) {
  const { label, value, unit, isOver, observedAt, goodUntil } = condition;
  const old = coverText(goodUntil, now, timeZone);
  const isCovered = old !== null || value === unknownValue;
  const age = observedAt === null ? null : ageText(now - Date.parse(observedAt));
  return (
    <div className={isCovered ? classes.unknown : undefined} data-covered={isCovered || undefined}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value}>{isCovered ? unknownValue : value}</span>
        {!isCovered && unit !== '' && <span> {unit}</span>}
        {!isCovered && isOver && <strong className={classes.over}>Over the limit</strong>}
        {isCovered && (
          <span className={classes.age}>{age === null ? 'Not known' : `Measured ${age} ago`}</span>
        )}
      </dd>
    </div>
  );
}
