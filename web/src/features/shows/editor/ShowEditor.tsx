import type { Show } from '@allclear/contract';
import { Button } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { ChangedMeanwhile } from '../../../forms/ChangedMeanwhile.tsx';
import { PageForm } from '../../../forms/PageForm.tsx';
import { useLeaveGuard } from '../../../forms/use-leave-guard.ts';
import { DiscardDialog } from '../../../ui/DiscardDialog.tsx';
import classes from './Editor.module.css';
import { ScenesSection } from './ScenesSection.tsx';
import { ScreenSection } from './ScreenSection.tsx';
import { ShowPreview } from './ShowPreview.tsx';
import { type EditedShow, useShowForm } from './use-show-form.ts';

/** The form of a show with its screen beside it. `onAdded` is called for a new one. */
export function ShowEditor({ onAdded, ...edited }: EditedShow & { onAdded: (show: Show) => void }) {
  const { choices, current, isGone } = edited;
  const { form, changes, reload } = useShowForm(edited, onAdded);
  const guard = useLeaveGuard(form.isChanged && !form.isSending);
  const section = { fields: form.fields, choices, errorOf: form.errorOf, onChange: form.change };
  return (
    <>
      {current && current.problems.length > 0 && (
        <ul className={classes.problems} aria-label="Problems">
          {current.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <PageForm form={form} label="Settings of the show">
        <ChangedMeanwhile what="show" changes={changes} onReload={reload} />
        <div className={classes.layout}>
          <div className={classes.sections}>
            <ScreenSection {...section} />
            <ScenesSection {...section} />
          </div>
          <aside className={classes.aside} aria-label="Preview">
            <h2>Preview</h2>
            <ShowPreview fields={form.fields} />
            <div>
              <Button
                type="submit"
                size="md"
                loading={form.isSending}
                disabled={isGone}
                leftSection={<IconDeviceFloppy size={18} aria-hidden="true" />}
              >
                {current ? 'Save Show' : 'Make Show'}
              </Button>
            </div>
          </aside>
        </div>
      </PageForm>
      {guard.isOpen && (
        <DiscardDialog title="Leave without saving?" onDiscard={guard.leave} onKeep={guard.stay}>
          <p>Your changes of this show have not been saved and will be lost.</p>
        </DiscardDialog>
      )}
    </>
  );
}
