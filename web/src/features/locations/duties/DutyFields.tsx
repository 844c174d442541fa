import { type Duty, type StandIn, shortWeekdayNames, standInsMax, weekdayNames } from '@allclear/domain';
import { ActionIcon, Button, Chip, Select, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import classes from './Duties.module.css';

export interface PersonChoice {
  readonly value: string;
  readonly label: string;
}

interface DutyFieldsProps {
  /** 'Watcher' */
  title: string;
  duty: Duty;
  people: readonly PersonChoice[];
  errorOf: (field: string) => string | undefined;
  onChange: (duty: Duty) => void;
}

/** Who has a duty, and the stand-ins in their order. */
export function DutyFields({ title, duty, people, errorOf, onChange }: DutyFieldsProps) {
  const { standIns } = duty;
  const replace = (index: number, part: Partial<StandIn>) =>
    onChange({ ...duty, standIns: standIns.map((one, i) => (i === index ? { ...one, ...part } : one)) });
  const add = () => {
    const userId = people[0]?.value;
    if (userId === undefined) return;
    const times = { weekdays: [1, 2, 3, 4, 5], startsAt: '16:00', endsAt: '18:00' };
    onChange({ ...duty, standIns: [...standIns, { userId, ...times }] });
  };
  return (
    <fieldset className={classes.duty}>
      <legend>{title}</legend>
      <Select
        label={`${title}, when no stand-in is on duty`}
        placeholder="Nobody"
        size="md"
        data={people}
        value={duty.userId}
        searchable
        clearable
        error={errorOf('')}
        nothingFoundMessage="Nobody is called so"
        onChange={(userId) => onChange({ ...duty, userId })}
      />
      {standIns.map((standIn, index) => (
        <StandInFields
          // biome-ignore lint/suspicious/noArrayIndexKey: one person may stand in at several times, and the order counts
          key={index}
          name={`${title}: stand-in ${index + 1}`}
          standIn={standIn}
          people={people}
          errorOf={(field) => errorOf(`StandIns[${index + 1}].${field}`)}
          onChange={(part) => replace(index, part)}
          onRemove={() => onChange({ ...duty, standIns: standIns.filter((_, i) => i !== index) })}
        />
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={standIns.length >= standInsMax || people.length === 0}
        onClick={add}
      >
        Add a stand-in for the {title.toLowerCase()}
      </Button>
    </fieldset>
  );
}

interface StandInFieldsProps {
  name: string;
  standIn: StandIn;
  people: readonly PersonChoice[];
  errorOf: (field: string) => string | undefined;
  onChange: (part: Partial<StandIn>) => void;
  onRemove: () => void;
}

function StandInFields({ name, standIn, people, errorOf, onChange, onRemove }: StandInFieldsProps) {
  const daysError = errorOf('Weekdays');
  return (
    <fieldset className={classes.standIn}>
      <legend className="visually-hidden">{name}</legend>
      <div className={classes.person}>
        <Select
          label={name}
          size="md"
          data={people}
          value={standIn.userId}
          searchable
          allowDeselect={false}
          nothingFoundMessage="Nobody is called so"
          onChange={(userId) => onChange({ userId: userId ?? standIn.userId })}
        />
        <ActionIcon variant="default" size={42} aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </ActionIcon>
      </div>
      <Chip.Group
        multiple
        value={standIn.weekdays.map(String)}
        onChange={(days) => onChange({ weekdays: days.map(Number).sort((a, b) => a - b) })}
      >
        <fieldset className={classes.days} aria-label={`Days of ${name}`}>
          {weekdayNames.map((day, index) => (
            <Chip key={day} value={String(index)} radius="sm" aria-label={day}>
              {shortWeekdayNames[index]}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {daysError && <p className={classes.problem}>{daysError}</p>}
      <div className={classes.times}>
        <TextInput
          label="From"
          type="time"
          size="md"
          value={standIn.startsAt}
          error={errorOf('StartsAt')}
          onChange={({ currentTarget: { value } }) => onChange({ startsAt: value })}
        />
        <TextInput
          label="To"
          type="time"
          size="md"
          value={standIn.endsAt}
          error={errorOf('EndsAt')}
          onChange={({ currentTarget: { value } }) => onChange({ endsAt: value })}
        />
      </div>
    </fieldset>
  );
}
