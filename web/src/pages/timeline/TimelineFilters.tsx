import type { Timeline } from '@allclear/contract';
import { type TimelineKind, timelineDays, timelineKinds, timelineKindTexts } from '@allclear/domain';
import { Button, Chip, Select, TextInput } from '@mantine/core';
import { otherDay } from './place-timeline.ts';
import classes from './Timeline.module.css';
import type { TimelineQuestion } from './use-timeline.ts';

interface TimelineFiltersProps {
  question: TimelineQuestion;
  places: readonly { readonly id: string; readonly name: string }[];
  kinds: readonly TimelineKind[];
  timeline: Timeline | undefined;
  onChange: (part: Readonly<Record<string, string>>) => void;
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Which place, which days, and which kinds of entries are shown. */
export function TimelineFilters({ question, places, kinds, timeline, onChange }: TimelineFiltersProps) {
  const { place, from, to } = question;
  const goTo = (step: -1 | 1) => {
    if (!timeline) return;
    const day = otherDay(timeline, step);
    onChange({ from: day, to: day });
  };
  // A kind that is left alone can be left out no more: then all are shown again.
  const choose = (chosen: string[]) =>
    onChange({ kinds: chosen.length === timelineKinds.length ? '' : chosen.join(',') });
  return (
    <search className={classes.filters} aria-label="Entries">
      <Select
        label="Location"
        data={places.map(({ id, name }) => ({ value: id, label: name }))}
        value={place || null}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No such location"
        onChange={(value) => onChange({ place: value ?? '' })}
      />
      <TextInput
        label="From"
        type="date"
        value={isDay(from) ? from : ''}
        onChange={({ currentTarget: { value } }) =>
          // The days go together: another beginning is another event.
          onChange({ from: value, to: value })
        }
      />
      <TextInput
        label="Through"
        type="date"
        description={`At most ${timelineDays} days`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={isDay(to) ? to : ''}
        min={isDay(from) ? from : undefined}
        onChange={({ currentTarget: { value } }) =>
          onChange({ to: value, ...(from === '' && { from: value }) })
        }
      />
      <div className={classes.days}>
        <Button variant="default" disabled={!timeline} onClick={() => goTo(-1)}>
          Day before
        </Button>
        <Button variant="default" disabled={!timeline} onClick={() => goTo(1)}>
          Day after
        </Button>
        <Button variant="default" onClick={() => onChange({ from: '', to: '' })}>
          Today
        </Button>
      </div>
      <fieldset className={classes.kinds}>
        <legend>Kinds</legend>
        <Chip.Group multiple value={[...kinds]} onChange={choose}>
          {timelineKinds.map((kind) => (
            <Chip key={kind} value={kind} size="sm" variant="outline">
              {timelineKindTexts[kind]}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
    </search>
  );
}
