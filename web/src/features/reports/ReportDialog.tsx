import type { CurrentUser } from '@allclear/contract';
import { Anchor, Button, Group, SegmentedControl } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { FormDialog } from '../../forms/FormDialog.tsx';
import formClasses from '../../forms/form.module.css';
import { type EditedForm, type Refusal, useEditedForm } from '../../forms/use-edited-form.ts';
import { CloseFooter, Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { PolicyFields } from './PolicyFields.tsx';
import classes from './Reports.module.css';
import { emptyReport, fileNameOf, hasUnsavedChanges, type ReportFields } from './report-fields.ts';
import { conflictsOf, missingParts, refusalOf, requestOf } from './report-request.ts';
import { TimeFields } from './TimeFields.tsx';
import { useReportPlaces } from './use-report-choices.ts';
import { useGenerateReport } from './use-reports.ts';
import { type PartProps, WeatherFields } from './WeatherFields.tsx';

interface ReportDialogProps {
  user: CurrentUser;
  permissions: readonly string[];
  /** The station and the place of the page that opens the dialog: they are chosen. */
  stationId?: string | undefined;
  organizationLocationId?: string | undefined;
  onClose: () => void;
}

/** The labels that the errors of each field are under. */
const labels: Partial<Record<keyof ReportFields, string | readonly string[]>> = {
  view: ['DataInterval', 'StartDate', 'EndDate', 'recurringPeriod'],
  stationIds: ['HardwareIds', 'ObservationTypes'],
  interval: ['DataInterval', 'StartDate', 'EndDate', 'recurringPeriod', 'ObservationTypes'],
  observations: ['ObservationTypes', 'StartTimeOfDay'],
  locationIds: 'OrganizationLocationIds',
  policyInterval: ['DataInterval', 'StartDate', 'EndDate'],
  policies: 'PolicyTypes',
  startDate: ['StartDate', 'EndDate', 'DataInterval'],
  endDate: ['StartDate', 'EndDate', 'DataInterval'],
  startTime: ['StartTimeOfDay', 'EndTimeOfDay'],
  endTime: ['StartTimeOfDay', 'EndTimeOfDay'],
  days: 'DaysOfWeek',
  formats: 'FileFormats',
  isRecurring: ['StartDate', 'EndDate', 'recurringPeriod'],
};

/** What stands in front of the dialog. */
type Question = 'confirm' | 'failed' | 'done' | null;

const today = () => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** 'Export Historical Report' (spec 3 section 2.4). It opens with everything reset: mount it to open it. */
export default function ReportDialog({
  user,
  permissions,
  stationId,
  organizationLocationId,
  onClose,
}: ReportDialogProps) {
  const places = useReportPlaces();
  const generate = useGenerateReport();
  const [question, setQuestion] = useState<Question>(null);
  const form = useEditedForm<ReportFields, { message: string }>({
    initial: () => emptyReport(stationId, organizationLocationId),
    labels,
    isSame: (fields) => !hasUnsavedChanges(fields),
    send: (fields) => generate.mutateAsync(requestOf(fields, fileNameOf(fields, places.names), today())),
    onSent: () => setQuestion('done'),
    refusalOf: (thrown) => ({ header: 'The report was not generated', ...refusalOf(thrown) }),
    onRefused: ({ fields }) => {
      toast('error', 'Error requesting data.');
      setQuestion(Object.keys(fields).length > 0 ? null : 'failed');
    },
  });
  const { fields } = form;
  const name = fileNameOf(fields, places.names);
  const conflicts = conflictsOf(fields, places.stations.records);
  const missing = missingParts(fields, name);
  const isReady = missing.length === 0 && Object.keys(conflicts).length === 0;
  const part: PartProps = {
    fields,
    errorOf: (label) => [...(conflicts[label] ?? []), ...form.sentencesOf(label)].join(' ') || undefined,
    onChange: form.change,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) setQuestion('confirm');
  };
  return (
    <>
      <FormDialog
        form={form}
        opened={question !== 'done'}
        title="Export Historical Report"
        size={820}
        className={classes.fields ?? ''}
        submit="Generate"
        disabled={!isReady}
        lost="What you chose for this report will be lost."
        discardTitle="Discard Changes?"
        isAsking={question !== null}
        onSubmit={submit}
        onClose={onClose}
      >
        {permissions.includes('historical_report.policy_delays.access') && <ViewToggle form={form} />}
        {fields.view === 'weather' ? (
          <WeatherFields {...part} stations={places.stations} />
        ) : (
          <PolicyFields {...part} locations={places.locations} />
        )}
        <TimeFields {...part} />
        <DeliveryFields {...part} user={user} seesPeople={permissions.includes('users:read')} name={name} />
        {missing.length > 0 && (
          <p className={formClasses.hint} role="status">
            Still needed: {missing.join(', ')}.
          </p>
        )}
      </FormDialog>
      <Questions
        question={question}
        form={form}
        name={name}
        message={generate.data?.message}
        onAnswer={setQuestion}
        onClose={onClose}
      />
    </>
  );
}

const views = [
  { value: 'weather', label: 'Weather Conditions' },
  { value: 'policies', label: 'Policy Delays' },
] as const;

function ViewToggle({ form }: { form: EditedForm<ReportFields> }) {
  return (
    <SegmentedControl
      className={classes.view ?? ''}
      aria-label="Report of"
      fullWidth
      size="md"
      data={[...views]}
      value={form.fields.view}
      onChange={(value) => {
        const view = views.find((one) => one.value === value);
        if (view) form.change({ view: view.value });
      }}
    />
  );
}

interface QuestionsProps {
  question: Question;
  form: EditedForm<ReportFields>;
  name: string;
  /** The server's answer. */
  message: string | undefined;
  onAnswer: (question: Question) => void;
  onClose: () => void;
}

/** The question before a report is generated, and how it ended. */
function Questions({ question, form, name, message, onAnswer, onClose }: QuestionsProps) {
  const cancel = () => onAnswer(null);
  if (question === 'confirm')
    return (
      <Dialog opened above title="Generate this report?" onClose={cancel}>
        <p className={classes.text}>{confirmText(form.fields, name)}</p>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={cancel} data-autofocus>
            Cancel
          </Button>
          <Button loading={form.isSending} onClick={() => void form.send()}>
            Generate
          </Button>
        </Group>
      </Dialog>
    );
  if (question === 'failed')
    return (
      <Dialog opened above title="Report not generated" onClose={cancel}>
        <p className={classes.text} role="alert">
          There was an error generating the report. Please try again later.
        </p>
        <Reason refusal={form.refusal} />
        <CloseFooter onClose={cancel} />
      </Dialog>
    );
  if (question !== 'done') return null;
  return (
    <Dialog opened above title={doneTitle(form.fields)} onClose={onClose}>
      <p className={classes.text} role="status">
        {message}
      </p>
      <p className={classes.text}>
        {doneText(form.fields)}{' '}
        <Anchor component={Link} to="/Reports" onClick={onClose}>
          My Reports
        </Anchor>
      </p>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose} data-autofocus>
          Got it!
        </Button>
      </Group>
    </Dialog>
  );
}

const doneTitle = ({ isRecurring }: ReportFields) =>
  isRecurring ? 'Your recurring report is set up' : 'Your report is on its way';

const doneText = ({ isRecurring }: ReportFields) =>
  isRecurring
    ? 'Each report is mailed to its recipients. When it is made next, and how it is ended:'
    : 'It is mailed to its recipients when it is done, and kept for 30 days. How far it is:';

const Reason = ({ refusal }: { refusal: Refusal | null }) =>
  refusal?.message ? <p className={classes.text}>{refusal.message}</p> : null;

/** 'Stadium_WeatherData is made as CSV and mailed to you and 2 others.' */
function confirmText({ formats, recipients, isRecurring }: ReportFields, name: string): string {
  const files = formats.map((format) => (format === 1 ? 'PDF' : 'CSV')).join(' and ');
  const others =
    recipients.length === 0 ? '' : ` and ${recipients.length} other${recipients.length === 1 ? '' : 's'}`;
  return `${name} is made as ${files}${isRecurring ? ', again and again,' : ''} and mailed to you${others}.`;
}
