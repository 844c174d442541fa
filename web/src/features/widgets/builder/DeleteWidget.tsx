import type { Widget } from '@allclear/contract';
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDeleteWidget } from '../use-widgets.ts';
import { failureText } from './widget-refusal.ts';

interface DeleteWidgetProps {
  widget: Pick<Widget, 'id' | 'name'>;
  /** Before the page is left: changes of a deleted widget are of no use. */
  onLeave: () => void;
  onClose: () => void;
}

/** Asks before a widget is deleted, in the words of spec 3 section 2.8. */
export function DeleteWidget({ widget: { id, name }, onLeave, onClose }: DeleteWidgetProps) {
  const navigate = useNavigate();
  const remove = useDeleteWidget();
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        onLeave();
        toast('success', 'Widget deleted.');
        void navigate('/widgets');
      },
      onError: (thrown) => {
        toast('error', failureText(thrown, 'delete'));
        onClose();
      },
    });
  return (
    <Dialog opened onClose={onClose} title={`Delete ${name}?`} size="sm" above>
      <Text>
        Widget will be permanently deleted! Only delete if you are certain you no longer need this widget.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="var(--danger)" c="var(--on-danger)" loading={remove.isPending} onClick={confirm}>
          Delete
        </Button>
      </Group>
    </Dialog>
  );
}
