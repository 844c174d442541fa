import type { Policy, PolicyTypeEntry } from '@allclear/contract';
import { Button, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import classes from './PolicyBoard.module.css';
import { PolicyCard } from './PolicyCard.tsx';
import { filterChoices, inOrder, matching, type PolicyFilter, searchableFrom } from './policy-search.ts';

/** Cards shown before 'Show more'. */
const pageSize = 60;

interface PolicyBoardProps {
  policies: readonly Policy[];
  types: readonly PolicyTypeEntry[];
  groupNames: ReadonlyMap<string, string>;
  onEdit: ((policy: Policy) => void) | null;
}

/** The card grid; from a dozen policies on with a search and a filter. */
export function PolicyBoard({ policies, types, groupNames, onEdit }: PolicyBoardProps) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<PolicyFilter>('all');
  const [maximum, setMaximum] = useState(pageSize);
  const wanted = useDeferredValue(search);
  const choices = useMemo(() => filterChoices(policies, types), [policies, types]);
  const narrow = (change: () => void) => {
    change();
    setMaximum(pageSize);
  };
  const searchable = policies.length >= searchableFrom;
  const found = useMemo(
    () => (searchable ? matching(inOrder(policies), wanted, filter, groupNames, types) : inOrder(policies)),
    [policies, wanted, filter, groupNames, types, searchable],
  );
  const shown = found.slice(0, maximum);
  return (
    <>
      {searchable && (
        <search className={classes.tools}>
          <TextInput
            className={classes.search}
            type="search"
            aria-label="Search policies"
            placeholder="Search policies"
            leftSection={<IconSearch size={18} />}
            value={search}
            onChange={({ currentTarget }) => narrow(() => setSearch(currentTarget.value))}
          />
          <Select
            className={classes.filter}
            aria-label="Show"
            data={choices}
            value={filter}
            allowDeselect={false}
            maxDropdownHeight={420}
            onChange={(value) => narrow(() => setFilter((value as PolicyFilter | null) ?? 'all'))}
          />
          <p role="status">
            {found.length === policies.length
              ? `${policies.length} policies`
              : `${found.length} of ${policies.length} policies`}
          </p>
        </search>
      )}
      {found.length === 0 && (
        <p className={classes.none}>No policy matches. Try other words, or show all policies.</p>
      )}
      <div className={classes.grid}>
        {shown.map((policy) => (
          <PolicyCard key={policy.id} policy={policy} groupNames={groupNames} onEdit={onEdit} />
        ))}
      </div>
      {found.length > shown.length && (
        <Button
          className={classes.more}
          variant="default"
          onClick={() => setMaximum((count) => count + pageSize * 2)}
        >
          Show more ({found.length - shown.length} left)
        </Button>
      )}
    </>
  );
}
