import type { ScenarioTrigger } from '@allclear/contract';
import { ActionIcon } from '@mantine/core';
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { Column } from '../../../ui/table/use-data-table.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { isProblem, launchText, secondLineMs, triggerName } from './informacast-words.ts';
import { LaunchLog } from './LaunchLog.tsx';
import { useTriggerChange } from './use-informacast.ts';

interface TriggerTableProps {
  triggers: readonly ScenarioTrigger[];
  mayChange: boolean;
}

type Question = { readonly kind: 'test' | 'delete'; readonly trigger: ScenarioTrigger };

/** The scenario triggers of the organization, each with its last launch and its log. */
export function TriggerTable({ triggers, mayChange }: TriggerTableProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const columns = useMemo(() => columnsOf(mayChange, setQuestion), [mayChange]);
  return (
    <>
      <DataTable
        caption="Scenario triggers"
        columns={columns}
        rows={triggers}
        rowKey={({ id }) => id}
        empty={null}
        hidesFilters
        details={{
          of: (trigger) => <LaunchLog id={trigger.id} />,
          label: (trigger, open) => `${open ? 'Hide' : 'Show'} the launches of ${triggerName(trigger)}`,
        }}
      />
      {question?.kind === 'test' && (
        <TestQuestion trigger={question.trigger} onClose={() => setQuestion(null)} />
      )}
      {question?.kind === 'delete' && (
        <DeleteQuestion trigger={question.trigger} onClose={() => setQuestion(null)} />
      )}
    </>
  );
}

function columnsOf(
  mayChange: boolean,
  onAsk: (question: Question) => void,
): readonly Column<ScenarioTrigger>[] {
  const actions: Column<ScenarioTrigger> = {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    isBare: true,
    cell: (trigger) => <Actions trigger={trigger} onAsk={onAsk} />,
  };
  return [
    {
      ...{ key: 'group', header: 'Policy Group', cell: (trigger) => trigger.policyGroupName },
      sortBy: (trigger) => trigger.policyGroupName,
    },
    {
      ...{ key: 'place', header: 'At Location', cell: (trigger) => trigger.organizationLocationName },
      sortBy: (trigger) => trigger.organizationLocationName,
    },
    {
      ...{ key: 'scenario', header: 'Triggers Scenario', cell: (trigger) => <Scenario trigger={trigger} /> },
      sortBy: (trigger) => trigger.singlewireScenarioName,
    },
    {
      ...{ key: 'target', header: 'At Singlewire Site', cell: (trigger) => trigger.singlewireSiteName },
      sortBy: (trigger) => trigger.singlewireSiteName,
    },
    { key: 'last', header: 'Last Launch', cell: (trigger) => <LastLaunch trigger={trigger} /> },
    ...(mayChange ? [actions] : []),
  ];
}

function Scenario({
  trigger: { singlewireScenarioName, allClearScenarioName },
}: {
  trigger: ScenarioTrigger;
}) {
  return (
    <span className={classes.words}>
      <span>{singlewireScenarioName}</span>
      {allClearScenarioName !== null && <span>All clear: {allClearScenarioName}</span>}
    </span>
  );
}

function LastLaunch({ trigger: { last } }: { trigger: ScenarioTrigger }) {
  if (last === null) return 'None yet';
  return (
    <span className={classes.words}>
      <span>{launchText(last)}</span>
      {last.state !== 'launched' && last.detail !== '' && (
        <span className={isProblem(last) ? classes.problem : ''}>{last.detail}</span>
      )}
    </span>
  );
}

function Actions({ trigger, onAsk }: { trigger: ScenarioTrigger; onAsk: (question: Question) => void }) {
  const name = triggerName(trigger);
  return (
    <span className={classes.actions}>
      <ActionIcon
        size={44}
        variant="subtle"
        aria-label={`Test ${name}`}
        aria-haspopup="dialog"
        onClick={() => onAsk({ kind: 'test', trigger })}
      >
        <IconPlayerPlay size={20} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        size={44}
        variant="subtle"
        color="var(--danger)"
        aria-label={`Delete ${name}`}
        aria-haspopup="dialog"
        onClick={() => onAsk({ kind: 'delete', trigger })}
      >
        <IconTrash size={20} aria-hidden="true" />
      </ActionIcon>
    </span>
  );
}

interface QuestionProps {
  trigger: ScenarioTrigger;
  onClose: () => void;
}

function TestQuestion({ trigger, onClose }: QuestionProps) {
  const test = useTriggerChange(
    (api, id: string) => api.call(routes.testScenarioTrigger, { params: { id } }),
    ({ message }) => toast('success', message),
  );
  const { singlewireScenarioName, singlewireSiteName } = trigger;
  return (
    <ConfirmDialog
      opened
      verb="Test"
      item={triggerName(trigger)}
      text={`InformaCast launches ${singlewireScenarioName} at ${singlewireSiteName} now, for everybody there. Its message says that it is a test.`}
      busy={test.isPending}
      onConfirm={() =>
        test.mutate(trigger.id, {
          onError: (thrown) => toast('error', 'The test was not launched', messageOf(thrown)),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  );
}

function DeleteQuestion({ trigger, onClose }: QuestionProps) {
  const remove = useTriggerChange(
    (api, id: string) => api.call(routes.deleteScenarioTrigger, { params: { id } }),
    () => toast('success', 'Scenario Trigger Deleted'),
  );
  const text = 'An error occurred while deleting the Scenario Trigger. Please try again.';
  return (
    <ConfirmDialog
      opened
      verb="Delete"
      item={triggerName(trigger)}
      text="Its scenario is not launched any more, also no all clear of a warning that is on now. Its log is deleted."
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(trigger.id, {
          onError: () => toast('error', 'Error deleting Scenario Trigger', text, secondLineMs),
          onSettled: onClose,
        })
      }
      onCancel={onClose}
    />
  );
}
