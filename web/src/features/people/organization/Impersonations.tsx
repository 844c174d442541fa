import type { OrganizationImpersonation } from '@allclear/contract';
import { dateAndTime } from '../../../clock/time-text.ts';
import classes from './Organization.module.css';

/** Which operators acted as whom in the organization, and why. Times are those of the reader's zone. */
export function Impersonations({ impersonations }: { impersonations: readonly OrganizationImpersonation[] }) {
  return (
    <section className={classes.card} aria-labelledby="impersonations">
      <h2 id="impersonations">Operators who acted as somebody</h2>
      <p className={classes.hint}>
        Operators of this installation can act as one of your people for up to 30 minutes, to help them. Each
        time is listed here, the newest first.
      </p>
      {impersonations.length === 0 ? (
        <p>No operator has acted as anybody here.</p>
      ) : (
        <ul className={classes.list} aria-label="Impersonations">
          {impersonations.map((one) => (
            <Impersonation key={one.id} {...one} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Impersonation(one: OrganizationImpersonation) {
  const { operator, operatorEmail, person, reason, startedUtc, endedUtc } = one;
  return (
    <li>
      <strong>
        {operator}
        {operatorEmail !== null && ` (${operatorEmail})`} as {person}
      </strong>
      <span>{reason}</span>
      <span className={classes.hint}>
        <span className={classes.time}>{timeOf(startedUtc)}</span>{' '}
        {endedUtc === null ? (
          'going on'
        ) : (
          <>
            to <span className={classes.time}>{timeOf(endedUtc)}</span>
          </>
        )}
      </span>
    </li>
  );
}

function timeOf(iso: string): string {
  return dateAndTime(Date.parse(iso), Intl.DateTimeFormat().resolvedOptions().timeZone);
}
