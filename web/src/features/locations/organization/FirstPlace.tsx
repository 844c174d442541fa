import type { OrganizationLocation } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useRef } from 'react';
import { PageForm } from '../../../forms/PageForm.tsx';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import {
  atOrganizationLocation,
  type LocationFields,
  draftOf as locationDraftOf,
} from '../location-fields.ts';
import { useSaveLocation } from '../use-locations.ts';
import { PlaceFormFields } from './PlaceFormFields.tsx';
import classes from './Places.module.css';
import { draftOf, fieldsOf, type PlaceDraftFields, problemsOf, refusalOf } from './place-fields.ts';
import { useSavePlace } from './use-organization-places.ts';

interface FirstPlaceProps {
  /** The user watches the place now, by the location of this id. */
  onSaved: (locationId: string) => void;
  onSkip: () => void;
}

const defaults = locationDraftOf(null);

/** The first location of an organization, which its user watches at once with the usual radii. */
export default function FirstPlace({ onSaved, onSkip }: FirstPlaceProps) {
  const savePlace = useSavePlace();
  const saveLocation = useSaveLocation(null);
  // After a failure in between, the next try goes on with the place that is stored already.
  const stored = useRef<OrganizationLocation | null>(null);
  const send = async (draft: PlaceDraftFields) => {
    const fields = fieldsOf(draft);
    const edited = stored.current;
    const saved = await savePlace.mutateAsync({ edited, revision: edited?.revision, fields });
    stored.current = saved.organizationLocation;
    const location = atOrganizationLocation(defaults, saved.organizationLocation, null);
    return saveLocation.mutateAsync(location as LocationFields);
  };
  const form = useEditedForm({
    initial: () => draftOf(null),
    check: problemsOf,
    send,
    onSent: ({ id }) => onSaved(id),
    refusalOf: (thrown) => refusalOf(thrown, true),
  });
  return (
    <PageForm form={form} label="First location">
      <PlaceFormFields form={form} placeholder="Memorial Stadium" />
      <div className={classes.ends}>
        <Button variant="default" disabled={form.isSending} onClick={onSkip}>
          Skip
        </Button>
        <Button type="submit" loading={form.isSending}>
          Save
        </Button>
      </div>
    </PageForm>
  );
}
