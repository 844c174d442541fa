import type { Location, Organization } from '@allclear/contract';
import { LocationForm } from './LocationForm.tsx';
import type { LocationEditor } from './use-location-editor.ts';

interface LocationEditorFieldsProps {
  editor: LocationEditor;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
}

/** The fields of a location, with those that policies of the organization set. */
export function LocationEditorFields({ editor, locations, entitlements }: LocationEditorFieldsProps) {
  const { form, current, draft, locks } = editor;
  return (
    <LocationForm
      edited={current}
      locations={locations}
      entitlements={entitlements}
      draft={draft}
      locks={locks}
      errorOf={form.errorOf}
      onChange={form.change}
    />
  );
}
