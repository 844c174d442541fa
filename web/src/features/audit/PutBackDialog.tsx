import type { AuditEntryRow } from '@allclear/contract';
import { Alert, Button, Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiFailure, messageOf } from '../../api/failure.ts';
import { auditKeys } from '../../api/query-keys/audit.ts';
import { useApi } from '../../services.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { recordNameOf, sentenceCase, valueText } from './audit-text.ts';
import { Differences } from './Differences.tsx';
import { type PutBackPlan, planPutBack } from './put-back.ts';
import { historySince } from './use-audit.ts';

interface PutBackDialogProps {
  entry: AuditEntryRow;
  names: ReadonlyMap<string, string>;
  onClose: () => void;
}

/** Shows what putting back the version before an entry changes, and asks for it. */
export function PutBackDialog({ entry, names, onClose }: PutBackDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const name = recordNameOf(entry, names) ?? 'the earlier version';
  const plan = useQuery({
    queryKey: auditKeys.entries.of('put-back', entry.recordId, entry.sequence),
    queryFn: async ({ signal }) =>
      planPutBack(api, entry, await historySince(api, entry.recordId ?? '', entry.sequence, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const put = useMutation({
    mutationFn: (planned: PutBackPlan) => planned.run(),
    onSuccess: () => {
      toast('success', `Put back: ${name}`);
      onClose();
    },
    // Somebody else may have changed it meanwhile: what is shown is compared anew.
    onError: () => void plan.refetch(),
    onSettled: (_answer, _error, { renews }) => {
      for (const queryKey of renews) void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: auditKeys.entries.all });
    },
  });
  const title = `Put back ${name}`;
  return (
    <Dialog opened onClose={onClose} title={title} size={560}>
      {put.error && (
        <Alert color="var(--danger)" variant="outline" title="It was not put back" role="alert" mb="md">
          {refusalText(put.error)}
        </Alert>
      )}
      {plan.isPending && <Skeleton height={120} radius={8} role="status" aria-label="Loading" />}
      {plan.error && (
        <Alert
          color="var(--danger)"
          variant="outline"
          title="The versions could not be compared"
          role="alert"
        >
          {messageOf(plan.error)} <Button onClick={() => void plan.refetch()}>Try again</Button>
        </Alert>
      )}
      {plan.data && <Plan plan={plan.data} names={names} />}
      {plan.data && isUseful(plan.data) ? (
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button loading={put.isPending} onClick={() => put.mutate(plan.data)}>
            {plan.data.adds ? 'Add it again' : 'Put back'}
          </Button>
        </Group>
      ) : (
        <CloseFooter onClose={onClose} />
      )}
    </Dialog>
  );
}

const isUseful = ({ isImpossible, adds, fields }: PutBackPlan) =>
  !isImpossible && (adds || fields.length > 0);

function Plan({ plan, names }: { plan: PutBackPlan; names: ReadonlyMap<string, string> }) {
  const { what, adds, fields, erased, isImpossible } = plan;
  if (isImpossible) return <p>This {what} no longer exists: its earlier version cannot be put back.</p>;
  return (
    <>
      <p>
        {adds && `This ${what} was deleted. It is added as a new one, as it was then.`}
        {!adds && fields.length === 0 && `This ${what} is already as it was then.`}
        {!adds && fields.length > 0 && `This ${what} becomes what it was before this change:`}
      </p>
      <Differences
        differences={fields.map(({ name, now, then }) => ({
          ...{ name, label: sentenceCase(name), after: valueText(then, names) },
          before: adds ? null : valueText(now, names),
        }))}
      />
      {erased.length > 0 && (
        <p>Erased with a person, and therefore left as it is: {erased.map(sentenceCase).join(', ')}.</p>
      )}
    </>
  );
}

/** The sentences of the fields, where the server refused some. */
function refusalText(error: Error): string {
  const errors = error instanceof ApiFailure ? Object.values(error.errors ?? {}).flat() : [];
  return errors.length > 0 ? errors.join('. ') : messageOf(error);
}
