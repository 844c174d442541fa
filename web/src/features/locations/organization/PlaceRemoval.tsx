import type { OrganizationLocation, OrganizationLocationUses } from '@allclear/contract';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { toast } from '../../../ui/toast.ts';
import { WarningDialog } from '../../../ui/WarningDialog.tsx';
import { useDeletePlace, usePlaceUses } from './use-organization-places.ts';

/** Asks before a location of the organization is deleted, and says what refers to it. */
export function PlaceRemoval({
  place,
  onClose,
  children,
}: {
  place: OrganizationLocation;
  onClose: () => void;
  /** What else the deletion does. */
  children?: ReactNode;
}) {
  const remove = useDeletePlace();
  const uses = usePlaceUses(place.id);
  return (
    <WarningDialog
      opened
      title={`Delete ${place.name}?`}
      confirm="Delete"
      busy={remove.isPending || uses.isPending}
      // A promise, because the place, and this dialog with it, may go before the answer comes.
      onConfirm={() =>
        remove
          .mutateAsync(place.id)
          .then(({ message }) => toast('success', message))
          .catch((thrown: unknown) => toast('error', 'Error deleting location', messageOf(thrown)))
          .finally(onClose)
      }
      onCancel={onClose}
    >
      {uses.isPending && <Skeleton height={72} role="status" aria-label="Counting what refers to it" />}
      {uses.error && (
        <p role="alert">What refers to this location could not be counted. {messageOf(uses.error)}</p>
      )}
      {uses.data && <Uses uses={uses.data} />}
      {children}
      <p>This action cannot be undone.</p>
    </WarningDialog>
  );
}

function Uses({ uses }: { uses: OrganizationLocationUses }) {
  const { locations, openWarnings, hardware, practiceTimes } = uses;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return (
    <>
      {openWarnings > 0 && (
        <p>
          <strong>
            {count(openWarnings, 'warning is open here and is', 'warnings are open here and are')} withdrawn
            without an all clear.
          </strong>
        </p>
      )}
      <p>
        {count(locations, 'location of people stays', 'locations of people stay')}, without policies of the
        organization. {count(hardware, 'device or station is', 'devices or stations are')} no longer at a
        location. {count(practiceTimes, 'practice time is', 'practice times are')} deleted.
      </p>
    </>
  );
}
