import type { Hardware } from '@allclear/contract';
import { Checkbox, NativeSelect, Pagination, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useAddressTable } from '../../tables/use-address-table.ts';
import classes from './UnitBoard.module.css';
import { UnitCard } from './UnitCard.tsx';
import type { UnitAction } from './unit-actions.ts';
import { placesInWarning, worstFirst } from './unit-text.ts';
import { foundUnits, pageCount, rangeText, unitsPerPage, unitViews } from './units-view.ts';

interface UnitBoardProps {
  units: readonly Hardware[];
  mayWrite: boolean;
  isOld: boolean;
  /** The ids of the selected units. */
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
  onAction: (action: UnitAction, unit: Hardware) => void;
  /** What can be done with the selected units. */
  tools: ReactNode;
}

/** The cards with their search, view and pages, all of them in the address. */
export function UnitBoard({ units, mayWrite, isOld, chosen, onChoose, onAction, tools }: UnitBoardProps) {
  const { state, change } = useAddressTable('hardware');
  const view = state.filters.view ?? '';
  const warned = useMemo(() => placesInWarning(units), [units]);
  const found = useMemo(
    () => worstFirst(foundUnits(units, view, state.search), warned),
    [units, view, state.search, warned],
  );
  const pages = pageCount(found.length);
  const page = Math.min(state.page, pages);
  const shown = found.slice((page - 1) * unitsPerPage, page * unitsPerPage);
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChoose(next);
  };
  return (
    <>
      <search className={classes.tools} aria-label="Hardware">
        <Search search={state.search} onSearch={(search) => change({ search, page: 1 })} />
        <NativeSelect
          aria-label="View"
          size="md"
          data={unitViews.map(({ value, label }) => ({ value, label: `View: ${label}` }))}
          value={view}
          onChange={(event) => change({ filters: { view: event.currentTarget.value }, page: 1 })}
        />
        <ChooseAll found={found} chosen={chosen} onChoose={onChoose} />
        {tools}
      </search>
      {found.length === 0 && <p className={classes.none}>No unit matches. Try other words, or view all.</p>}
      <div className={classes.grid}>
        {shown.map((unit) => (
          <UnitCard
            key={unit.id}
            unit={unit}
            warned={warned}
            mayWrite={mayWrite}
            isChosen={chosen.has(unit.id)}
            isOld={isOld}
            onChoose={choose}
            onAction={onAction}
          />
        ))}
      </div>
      <nav className={classes.pages} aria-label="Pages of hardware">
        <span role="status">{rangeText(page, found.length)}</span>
        {pages > 1 && (
          <Pagination
            total={pages}
            value={page}
            onChange={(next) => change({ page: next })}
            size="lg"
            siblings={0}
            getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          />
        )}
      </nav>
    </>
  );
}

/** The typed text is stored here while the field has the focus, because the address is updated with a delay. */
function Search({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      type="search"
      aria-label="Search hardware"
      placeholder="Search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={typed ?? search}
      onBlur={() => setTyped(null)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onSearch(value);
      }}
    />
  );
}

function ChooseAll({
  found,
  chosen,
  onChoose,
}: {
  found: readonly Hardware[];
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const ids = found.filter(({ mayOperate }) => mayOperate).map(({ id }) => id);
  if (ids.length < 2) return null;
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      label={`Select all ${ids.length}`}
      checked={count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      onChange={(event) => onChoose(new Set(event.currentTarget.checked ? ids : []))}
    />
  );
}
