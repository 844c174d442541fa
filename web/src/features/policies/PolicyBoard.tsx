import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useAddressTable } from '../../tables/use-address-table.ts';
import { SearchableList } from '../../ui/table/SearchableList.tsx';
import classes from './PolicyBoard.module.css';
import { PolicyCard } from './PolicyCard.tsx';
import { inOrder, searchFields } from './policy-search.ts';

/** Cards shown before 'Show more'. */
const pageSize = 60;

interface PolicyBoardProps {
  policies: readonly Policy[];
  types: readonly PolicyTypeEntry[];
  groupNames: ReadonlyMap<string, string>;
  onEdit: ((policy: Policy) => void) | null;
}

/** The card grid, with the search and the filters of a table. */
export function PolicyBoard({ policies, types, groupNames, onEdit }: PolicyBoardProps) {
  const view = useAddressTable('policies');
  const [maximum, setMaximum] = useState(pageSize);
  const rows = useMemo(() => inOrder(policies), [policies]);
  const fields = useMemo(() => searchFields(groupNames, types), [groupNames, types]);
  return (
    <SearchableList
      caption="Policies"
      fields={fields}
      rows={rows}
      view={view}
      none={<p className={classes.none}>No policy matches. Try other words, or show all policies.</p>}
    >
      {(found) => (
        <>
          <div className={classes.grid}>
            {found.slice(0, maximum).map((policy) => (
              <PolicyCard key={policy.id} policy={policy} groupNames={groupNames} onEdit={onEdit} />
            ))}
          </div>
          {found.length > maximum && (
            <Button
              className={classes.more}
              variant="default"
              onClick={() => setMaximum((count) => count + pageSize * 2)}
            >
              Show more ({found.length - maximum} left)
            </Button>
          )}
        </>
      )}
    </SearchableList>
  );
}
