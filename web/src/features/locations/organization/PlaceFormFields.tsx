import { TextInput } from '@mantine/core';
import type { EditedForm } from '../../../forms/use-edited-form.ts';
import { PlacePicker } from '../PlacePicker.tsx';
import { noZones, type PlaceDraftFields } from './place-fields.ts';

/** Name and position of a place of the organization. */
export function PlaceFormFields({
  form,
  placeholder,
}: {
  form: EditedForm<PlaceDraftFields>;
  placeholder?: string;
}) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        {...(placeholder !== undefined && { placeholder })}
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
    </>
  );
}
