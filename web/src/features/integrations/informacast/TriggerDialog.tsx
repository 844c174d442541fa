import type { InformacastConnection, InformacastItem } from '@allclear/contract';
import { Button, Select, type SelectProps } from '@mantine/core';
import { ApiFailure, messageOf } from '../../../api/failure.ts';
import { routes } from '../../../api/routes.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { sortErrors } from '../../../forms/field-errors.ts';
import { type EditedForm, useEditedForm } from '../../../forms/use-edited-form.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../Integrations.module.css';
import { secondLineMs, summaryText } from './informacast-words.ts';
import { useInformacastItems, useTriggerChange, useTriggerPlaces } from './use-informacast.ts';

interface Fields {
  readonly policyGroupId: string | null;
  readonly organizationLocationId: string | null;
  readonly singlewireScenarioId: string | null;
  readonly singlewireSiteId: string | null;
  readonly allClearScenarioId: string | null;
}

const none: Fields = {
  ...{ policyGroupId: null, organizationLocationId: null, singlewireScenarioId: null },
  ...{ singlewireSiteId: null, allClearScenarioId: null },
};
const labels = [
  ...['PolicyGroupId', 'OrganizationLocationId', 'SinglewireScenarioId', 'SinglewireSiteId'],
  'AllClearScenarioId',
];

/** The four choices, once all of them are made. */
function completed(fields: Fields) {
  const { policyGroupId, organizationLocationId, singlewireScenarioId, singlewireSiteId } = fields;
  const isComplete =
    policyGroupId !== null &&
    organizationLocationId !== null &&
    singlewireScenarioId !== null &&
    singlewireSiteId !== null;
  if (!isComplete) return null;
  const { allClearScenarioId } = fields;
  return {
    policyGroupId,
    organizationLocationId,
    singlewireScenarioId,
    singlewireSiteId,
    allClearScenarioId,
  };
}

function useTriggerForm(connection: InformacastConnection, onClose: () => void) {
  const save = useTriggerChange((api, fields: Fields) => {
    const body = completed(fields);
    if (body === null) throw new Error('Choose all four.');
    return api.call(routes.addScenarioTrigger, { body: { ...body, integrationConfigId: connection.id } });
  });
  return useEditedForm({
    initial: () => none,
    send: (fields) => save.mutateAsync(fields),
    onSent: () => {
      toast('success', 'Singlewire notification scenario saved');
      onClose();
    },
    refusalOf: (thrown) => {
      const { fields } = sortErrors(thrown instanceof ApiFailure ? thrown.errors : {}, labels);
      const isExplained = Object.keys(fields).length > 0;
      return { header: 'Error saving scenario', message: isExplained ? '' : messageOf(thrown), fields };
    },
    onRefused: () => toast('error', 'Error saving scenario', 'Please try again later', secondLineMs),
  });
}

const choicesOf = (items: readonly { id: string; name: string }[] | undefined) =>
  (items ?? []).map(({ id, name }) => ({ value: id, label: name }));
const nameIn = (items: readonly { id: string; name: string }[] | undefined, id: string | null) =>
  items?.find((one) => one.id === id)?.name;
const noItems: readonly InformacastItem[] = [];

const selectOf = (
  form: EditedForm<Fields>,
  field: keyof Fields,
  label: string,
): Omit<SelectProps, 'data'> => ({
  size: 'md',
  value: form.fields[field],
  error: form.errorOf(label),
  searchable: true,
  openOnFocus: false,
  nothingFoundMessage: 'Nothing has this name',
  onChange: (value) => form.change({ [field]: value }),
});

/** Adds a scenario trigger; it is saved only with all four choices (spec 3 sections 2.10 and 5). */
export function TriggerDialog({
  connection,
  onClose,
}: {
  connection: InformacastConnection;
  onClose: () => void;
}) {
  const { groups, places } = useTriggerPlaces();
  const items = useInformacastItems(connection.customerId);
  const form = useTriggerForm(connection, onClose);
  const { fields } = form;
  const { scenarios = noItems, sites = noItems } = items.data ?? {};
  const error = groups.error ?? places.error ?? items.error;
  const waits = items.isPending && !items.error;
  return (
    <FormDialog
      form={form}
      opened
      title="Add Scenario Trigger"
      submit="Save"
      size={640}
      disabled={completed(fields) === null}
      lost="The scenario trigger has not been saved and will be lost."
      onClose={onClose}
    >
      {error && (
        <Problem
          error={error}
          busy={items.isFetching}
          onRetry={() => void Promise.all([groups, places, items].map((query) => query.refetch()))}
        />
      )}
      <Select
        {...selectOf(form, 'policyGroupId', 'PolicyGroupId')}
        label="Policy Group"
        data={choicesOf(groups.data)}
        required
      />
      <Select
        {...selectOf(form, 'organizationLocationId', 'OrganizationLocationId')}
        label="Location"
        data={choicesOf(places.data)}
        required
      />
      <Select
        {...selectOf(form, 'singlewireScenarioId', 'SinglewireScenarioId')}
        label="Scenario"
        placeholder={waits ? 'InformaCast is being asked…' : ''}
        data={choicesOf(scenarios)}
        required
      />
      <Select
        {...selectOf(form, 'singlewireSiteId', 'SinglewireSiteId')}
        label="Site"
        data={choicesOf(sites)}
        required
      />
      <Select
        {...selectOf(form, 'allClearScenarioId', 'AllClearScenarioId')}
        label="Scenario for the all clear"
        description="None chosen: nothing is launched when the place is clear again."
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the scenario for the all clear' }}
        data={choicesOf(scenarios)}
      />
      <Summary
        fields={fields}
        groups={groups.data}
        places={places.data}
        scenarios={scenarios}
        sites={sites}
      />
    </FormDialog>
  );
}

type Named = readonly { id: string; name: string }[] | undefined;

interface SummaryProps {
  fields: Fields;
  groups: Named;
  places: Named;
  scenarios: Named;
  sites: Named;
}

function Summary({ fields, groups, places, scenarios, sites }: SummaryProps) {
  const text = summaryText({
    group: nameIn(groups, fields.policyGroupId),
    place: nameIn(places, fields.organizationLocationId),
    scenario: nameIn(scenarios, fields.singlewireScenarioId),
    site: nameIn(sites, fields.singlewireSiteId),
  });
  return <p role="status">{text}</p>;
}

function Problem({ error, busy, onRetry }: { error: Error; busy: boolean; onRetry: () => void }) {
  return (
    <p className={classes.problem} role="alert">
      {messageOf(error)}{' '}
      <Button variant="default" loading={busy} onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}
