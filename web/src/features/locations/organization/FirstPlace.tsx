import type { OrganizationLocation } from '@allclear/contract';
import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { ErrorSummary } from '../../../forms/ErrorSummary.tsx';
import formClasses from '../../../forms/form.module.css';
import { useEditedForm } from '../../../forms/use-edited-form.ts';
import {
  atOrganizationLocation,
  type LocationFields,
  draftOf as locationDraftOf,
} from '../location-fields.ts';
import { PlacePicker } from '../PlacePicker.tsx';
import { useSaveLocation } from '../use-locations.ts';
import classes from './Places.module.css';
import { draftOf, fieldsOf, noZones, type PlaceDraftFields, problemsOf, refusalOf } from './place-fields.ts';
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
    <form
      ref={form.element}
      aria-label="First location"
      className={formClasses.form}
      onSubmit={form.submit}
      noValidate
    >
      <ErrorSummary form={form} />
      <TextInput
        label="Name"
        required
        placeholder="Memorial Stadium"
        value={form.fields.name}
        error={form.errorOf('Name')}
        onChange={(event) => form.change({ name: event.currentTarget.value })}
      />
      <PlacePicker
        draft={{ ...noZones, ...form.fields }}
        fixed={false}
        errorOf={form.errorOf}
        onChange={form.change}
      />
      <div className={classes.ends}>
        <Button variant="default" disabled={form.isSending} onClick={onSkip}>
          Skip
        </Button>
        <Button type="submit" loading={form.isSending}>
          Save
        </Button>
      </div>
    </form>
  );
}
