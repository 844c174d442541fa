import { dutyKindTexts } from '@allclear/domain';
import classes from './Duties.module.css';
import { useDuties } from './use-duties.ts';

const askEveryMs = 60_000;

/** Who watches and who decides at a place now, for everybody who sees it; what is wrong there is for admins. */
export function OnDutyLine({ organizationLocationId }: { organizationLocationId: string }) {
  const { data, isError } = useDuties(organizationLocationId, askEveryMs);
  if (!data || data.onDuty.length === 0) return null;
  return (
    <ul className={classes.line} aria-label="On duty now">
      {data.onDuty.map(({ kind, name, fault }) => (
        <li key={kind}>
          {dutyKindTexts[kind]}: {name ?? 'nobody'}
          {fault !== null && <span className={classes.problem}> ({fault})</span>}
        </li>
      ))}
      {isError && <li>This may be old.</li>}
    </ul>
  );
}
