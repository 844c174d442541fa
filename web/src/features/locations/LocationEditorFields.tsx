import type { Location, Organization } from '@allclear/contract';
import classes from './LocationForm.module.css';
import { LocationForm, RefusalAlert } from './LocationForm.tsx';
import type { LocationEditor } from './use-location-editor.ts';

interface LocationEditorFieldsProps {
  editor: LocationEditor;
  locations: readonly Location[];
  entitlements: Organization['entitlements'];
}

/** Why the location was not saved, and its fields. */
export function LocationEditorFields({ editor, locations, entitlements }: LocationEditorFieldsProps) {
  const { form, current, draft, locks, top, header, message } = editor;
  return (
    <>
      <div ref={top} className={classes.top}>
        {header !== null && <RefusalAlert header={header} message={message} />}
      </div>
      <LocationForm
        edited={current}
        locations={locations}
        entitlements={entitlements}
        draft={draft}
        locks={locks}
        errorOf={form.errorOf}
        onChange={form.change}
      />
    </>
  );
}
