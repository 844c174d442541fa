import type { User } from '@allclear/contract';
import { messageOf } from '../../api/failure.ts';
import { routes } from '../../api/routes.ts';
import { toast } from '../../ui/toast.ts';
import { WarningDialog } from '../../ui/WarningDialog.tsx';
import { usePeopleChange } from './use-people.ts';

/** Asks before somebody's second factors are removed: for a person who lost the device that has them. */
export function ResetFactors({ user, onClose }: { user: User; onClose: () => void }) {
  const reset = usePeopleChange((api, id: string) => api.call(routes.resetFactors, { body: { id } }));
  return (
    <WarningDialog
      opened
      title={`Reset the second factor of ${user.fullName}?`}
      confirm="Reset"
      busy={reset.isPending}
      onConfirm={() =>
        reset.mutate(user.id, {
          onSuccess: ({ message }) => toast('success', message),
          onError: (thrown) => toast('error', 'Error resetting the second factor', messageOf(thrown)),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    >
      <p>
        Authenticator app, passkeys and recovery codes of {user.fullName} stop working. The password alone
        signs in until a new second factor is set up. {user.fullName} is told by email.
      </p>
      <p>Make sure that it is {user.fullName} who asks.</p>
    </WarningDialog>
  );
}
