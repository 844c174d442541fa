import { Select, TextInput } from '@mantine/core';
import forms from '../../../forms/form.module.css';
import { MessageField } from '../public-address/MessageField.tsx';
import { useHardware } from '../use-hardware.ts';
import type { SirenPartProps } from './SirenFieldsForm.tsx';

/** What is spoken after the signals, and by which unit. */
export function WordsFields({ form }: SirenPartProps) {
  const { fields, errorOf, change } = form;
  const { data: units } = useHardware();
  const speakers = (units ?? [])
    .filter(({ isPa }) => isPa)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <fieldset className={forms.group}>
      <legend>Words after the signals</legend>
      <Select
        label="Spoken by"
        description="A unit with loudspeakers. None: nothing is spoken."
        placeholder="None"
        clearable
        searchable
        nothingFoundMessage="No loudspeakers have this name"
        data={speakers}
        value={fields.afterSirenPaId}
        error={errorOf('AfterSirenPaId')}
        onChange={(afterSirenPaId) => change({ afterSirenPaId })}
      />
      <MessageField
        label="After the warning signal"
        value={fields.postWarnMessage}
        error={errorOf('PostWarnMessage')}
        onChange={(postWarnMessage) => change({ postWarnMessage })}
      />
      <TextInput
        label="Recorded clip instead, after the warning signal"
        maxLength={100}
        value={fields.postWarnClip}
        error={errorOf('PostWarnClip')}
        onChange={(event) => change({ postWarnClip: event.currentTarget.value })}
      />
      <MessageField
        label="After the all-clear signal"
        value={fields.postAllClearMessage}
        error={errorOf('PostAllClearMessage')}
        onChange={(postAllClearMessage) => change({ postAllClearMessage })}
      />
      <TextInput
        label="Recorded clip instead, after the all-clear signal"
        maxLength={100}
        value={fields.postAllClearClip}
        error={errorOf('PostAllClearClip')}
        onChange={(event) => change({ postAllClearClip: event.currentTarget.value })}
      />
    </fieldset>
  );
}
