import type { OrganizationLocation } from '@allclear/contract';
import { ActionIcon } from '@mantine/core';
import {
  IconCalendarTime,
  IconHome,
  IconMapPinQuestion,
  IconPencil,
  IconTrash,
  IconUserShield,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { sheltersAddress } from '../../../session/paths.ts';
import { useAddressTable } from '../../../tables/use-address-table.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { smallPageSizes } from '../../../ui/table/table-pages.ts';
import type { Column } from '../../../ui/table/use-data-table.ts';
import classes from './Places.module.css';

interface PlaceActions {
  onEdit: (place: OrganizationLocation) => void;
  onRemove: (place: OrganizationLocation) => void;
  onPracticeTimes: (place: OrganizationLocation) => void;
  onDuties: (place: OrganizationLocation) => void;
}

/** The locations of the organization, by name unless another order is chosen. */
export function PlaceTable({
  places,
  ...actions
}: PlaceActions & { places: readonly OrganizationLocation[] }) {
  const view = useAddressTable('places', smallPageSizes);
  const { onEdit, onRemove, onPracticeTimes, onDuties } = actions;
  const columns = useMemo(
    () => columnsOf({ onEdit, onRemove, onPracticeTimes, onDuties }),
    [onEdit, onRemove, onPracticeTimes, onDuties],
  );
  return (
    <DataTable
      caption="Organization Locations"
      columns={columns}
      rows={places}
      rowKey={({ id }) => id}
      empty={
        <p className={classes.none}>Your organization has no locations yet. Add one, or import a file.</p>
      }
      view={view}
      sizes={smallPageSizes}
      rowHeight={54}
    />
  );
}

function columnsOf(actions: PlaceActions): readonly Column<OrganizationLocation>[] {
  return [
    {
      key: 'name',
      width: '32%',
      header: 'Name',
      cell: (place) => <NameCell place={place} />,
      sortBy: ({ name }) => name,
      searchBy: ({ name, address }) => `${name} ${address}`,
    },
    {
      key: 'address',
      width: '34%',
      header: 'Address',
      cell: ({ address }) => address || '--',
      sortBy: ({ address }) => address,
    },
    {
      key: 'position',
      header: 'Position',
      cell: ({ latitude, longitude }) => `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`,
      filterBy: ({ positionUnchecked }) => (positionUnchecked ? 'To check' : 'Checked'),
    },
    {
      key: 'actions',
      header: 'Actions',
      align: 'end',
      isBare: true,
      cell: (place) => <Actions place={place} {...actions} />,
    },
  ];
}

function NameCell({ place: { name, positionUnchecked } }: { place: OrganizationLocation }) {
  return (
    <span className={classes.name}>
      <span>{name}</span>
      {positionUnchecked && (
        <span className={classes.check}>
          <IconMapPinQuestion size={14} aria-hidden="true" /> Check the position
        </span>
      )}
    </span>
  );
}

function Actions({
  place,
  onEdit,
  onRemove,
  onPracticeTimes,
  onDuties,
}: PlaceActions & { place: OrganizationLocation }) {
  const actions = [
    ['Practice times of', IconCalendarTime, onPracticeTimes, undefined],
    ['Duties at', IconUserShield, onDuties, undefined],
    ['Edit', IconPencil, onEdit, undefined],
    ['Delete', IconTrash, onRemove, 'var(--danger)'],
  ] as const;
  return (
    <span className={classes.actions}>
      <ActionIcon
        component={Link}
        to={sheltersAddress(place.id)}
        size={44}
        variant="subtle"
        aria-label={`Shelters of ${place.name}`}
      >
        <IconHome size={20} aria-hidden="true" />
      </ActionIcon>
      {actions.map(([label, Icon, act, color]) => (
        <ActionIcon
          key={label}
          size={44}
          variant="subtle"
          {...(color ? { color } : {})}
          aria-label={`${label} ${place.name}`}
          aria-haspopup="dialog"
          onClick={() => act(place)}
        >
          <Icon size={20} aria-hidden="true" />
        </ActionIcon>
      ))}
    </span>
  );
}
