import type { RollCall } from '@allclear/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../api/failure.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { headlineOf } from './roll-call-words.ts';
import { useEndRollCall } from './use-roll-call.ts';

/** Ends a roll-call after a question that says who is missing. */
export function EndRollCall({ rollCall }: { rollCall: RollCall }) {
  // The revision that the person saw when the question opened.
  const [askedRevision, setAskedRevision] = useState<number | null>(null);
  const end = useEndRollCall(rollCall.id);
  const what = rollCall.isDrill ? 'drill' : 'roll-call';
  const close = () => setAskedRevision(null);
  return (
    <>
      <Button variant="default" size="md" onClick={() => setAskedRevision(rollCall.revision)}>
        End {what}…
      </Button>
      {askedRevision !== null && (
        <WarningDialog
          opened
          title={`End the ${what} at ${rollCall.organizationLocationName}?`}
          confirm={`End ${what}`}
          busy={end.isPending}
          onConfirm={() =>
            end.mutate(askedRevision, {
              onSuccess: () => toast('success', `The ${what} has ended`),
              onError: (thrown) => toast('error', `The ${what} was not ended`, messageOf(thrown)),
              onSettled: close,
            })
          }
          onCancel={close}
        >
          <p>
            <strong>{rollCall.live ? `${headlineOf(rollCall.live).text}.` : ''}</strong> Ending it changes
            nothing of the place. Entries of phones without a network still join for 12 hours.
          </p>
        </WarningDialog>
      )}
    </>
  );
}
