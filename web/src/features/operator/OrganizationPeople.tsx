import type { OrganizationPerson } from '@allclear/contract';
import { Button } from '@mantine/core';
import { SearchableList } from '../../ui/table/SearchableList.tsx';
import { useLocalTableView } from '../../ui/table/table-view.ts';
import type { RowField } from '../../ui/table/use-data-table.ts';
import classes from './Operator.module.css';

/** More at once help nobody: the search finds the others. */
const shownAtMost = 50;

const fields: readonly RowField<OrganizationPerson>[] = [
  { key: 'name', header: 'Name', searchBy: ({ fullName }) => fullName },
  { key: 'email', header: 'Email', searchBy: ({ email }) => email ?? '' },
  { key: 'role', header: 'Permission Level', searchBy: ({ roleName }) => roleName },
];

interface OrganizationPeopleProps {
  people: readonly OrganizationPerson[];
  onActAs: (person: OrganizationPerson) => void;
}

/** The people of an organization as whom an operator can act, with a search once there are many. */
export function OrganizationPeople({ people, onActAs }: OrganizationPeopleProps) {
  const view = useLocalTableView();
  return (
    <SearchableList
      caption="People"
      fields={fields}
      rows={people}
      view={view}
      none={<p className={classes.hint}>Nobody is called so.</p>}
    >
      {(found) => (
        <>
          <ul className={classes.list} aria-label="People">
            {found.slice(0, shownAtMost).map((person) => (
              <li key={person.id}>
                <span>
                  <strong>{person.fullName}</strong> {person.email}
                  <small>{person.roleName}</small>
                </span>
                <Button
                  variant="default"
                  aria-haspopup="dialog"
                  aria-label={`Act as ${person.fullName}, ${person.roleName}`}
                  disabled={!person.canBeImpersonated}
                  onClick={() => onActAs(person)}
                >
                  Act as
                </Button>
              </li>
            ))}
          </ul>
          {found.length > shownAtMost && (
            <p className={classes.hint}>The first {shownAtMost} are shown. Search for the others.</p>
          )}
        </>
      )}
    </SearchableList>
  );
}
