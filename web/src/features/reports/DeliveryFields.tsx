import type { CurrentUser } from '@allclear/contract';
import { Checkbox, Radio, TextInput } from '@mantine/core';
import form from '../../forms/form.module.css';
import { SearchableChoices } from '../../forms/SearchableChoices.tsx';
import { Unavailable } from './ChoiceList.tsx';
import classes from './Reports.module.css';
import { formatLabels, unitLabels } from './report-words.ts';
import { useReportPeople } from './use-report-choices.ts';
import type { PartProps } from './WeatherFields.tsx';

interface DeliveryFieldsProps extends PartProps {
  user: CurrentUser;
  /** Whether the user may see the people of the organization. */
  seesPeople: boolean;
  /** The name of the file, typed or built. */
  name: string;
}

/** The file: its name, formats and units, and whom it is mailed to. */
export function DeliveryFields({ fields, user, seesPeople, name, errorOf, onChange }: DeliveryFieldsProps) {
  return (
    <fieldset className={form.group}>
      <legend>File</legend>
      <TextInput
        size="md"
        label="File name"
        required
        maxLength={150}
        description={fields.name === null ? 'Built from what you choose, until you change it.' : undefined}
        value={name}
        error={errorOf('Name')}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <Checkbox.Group
        size="md"
        label="File formats"
        value={fields.formats.map(String)}
        error={errorOf('FileFormats')}
        onChange={(formats) => onChange({ formats: formats.map(Number).sort((a, b) => a - b) })}
      >
        <div className={classes.choices}>
          {formatLabels.map((label, index) => (
            <Checkbox key={label} className={classes.check ?? ''} value={String(index)} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <Radio.Group
        size="md"
        label="Units"
        value={String(fields.unitType)}
        error={errorOf('UnitType')}
        onChange={(unit) => onChange({ unitType: unit === '1' ? 1 : 0 })}
      >
        <div className={classes.choices}>
          {unitLabels.map((label, index) => (
            <Radio
              size="md"
              key={label}
              className={classes.check ?? ''}
              value={String(index)}
              label={label}
            />
          ))}
        </div>
      </Radio.Group>
      <RecipientsField
        fields={fields}
        user={user}
        seesPeople={seesPeople}
        errorOf={errorOf}
        onChange={onChange}
      />
    </fieldset>
  );
}

/** Those to whom the report is mailed besides the requestor. */
function RecipientsField({ fields, user, seesPeople, errorOf, onChange }: Omit<DeliveryFieldsProps, 'name'>) {
  const people = useReportPeople(user, seesPeople);
  const you = user.email ? `${user.fullName} (${user.email})` : user.fullName;
  return (
    <div className={classes.recipients}>
      <p className={form.hint}>The report is mailed to you, {you}.</p>
      {!seesPeople && (
        <p className={form.hint}>
          You may not see the people of your organization, so nobody can be added here. You can download the
          file and pass it on.
        </p>
      )}
      {seesPeople && !people.items && <Unavailable noun="people" query={people} />}
      {people.items && (
        <SearchableChoices
          label="More recipients"
          placeholder={fields.recipients.length === 0 ? 'Nobody else' : ''}
          data={[...people.items]}
          value={fields.recipients}
          error={errorOf('Recipients')}
          items="recipients"
          nothingFound="Nobody is called so"
          onChange={(recipients) => onChange({ recipients })}
        />
      )}
    </div>
  );
}
