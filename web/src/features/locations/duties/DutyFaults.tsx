import { dutyKindTexts } from '@allclear/domain';
import { Alert } from '@mantine/core';
import classes from './Duties.module.css';
import { useDutyFaults } from './use-duties.ts';

/** For admins: the places where somebody on duty is not reached. While that is not known, it says so. */
export function DutyFaults() {
  const { data, isError } = useDutyFaults();
  if (isError)
    return <p className={classes.hint}>It is not known whether everybody on duty can be reached.</p>;
  if (!data || data.length === 0) return null;
  return (
    <Alert
      color="var(--warning)"
      variant="outline"
      title="Somebody on duty is not reached"
      role="alert"
      mb="md"
    >
      <ul className={classes.now}>
        {data.map(({ organizationLocationId, organizationLocationName, kind, name, fault }) => (
          <li key={`${organizationLocationId} ${kind}`}>
            {organizationLocationName}, {dutyKindTexts[kind].toLowerCase()}
            {name !== null && ` ${name}`}: {fault}.
          </li>
        ))}
      </ul>
    </Alert>
  );
}
