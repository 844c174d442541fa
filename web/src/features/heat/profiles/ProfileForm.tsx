import type { RiskProfile } from '@allclear/contract';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { BandsEditor } from './BandsEditor.tsx';
import classes from './HeatProfiles.module.css';
import { freeId, newBand, type ProfileFields } from './profile-fields.ts';

interface ProfileFormProps {
  fields: ProfileFields;
  problems: Readonly<Record<string, readonly string[]>>;
  risks: readonly RiskProfile[];
  onChange: (part: Partial<ProfileFields>) => void;
}

const metrics = ['WBGT', 'Temperature', 'Heat Index'] as const;

/** The fields of a profile. */
export function ProfileForm({ fields, problems, risks, onChange }: ProfileFormProps) {
  const errorOf = (label: string) => problems[label]?.join(' ');
  const { intensities, modifiers } = fields;
  return (
    <>
      <TextInput
        label="Name"
        required
        maxLength={100}
        value={fields.name}
        error={errorOf('Name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <MeasureFields fields={fields} risks={risks} errorOf={errorOf} onChange={onChange} />
      <ProblemGroup sentences={[...(problems.Intensities ?? []), ...(problems.Matrices ?? [])]}>
        {intensities.map((intensity, index) => (
          <BandsEditor
            key={intensity.id}
            intensity={intensity}
            onChange={(next) =>
              onChange({ intensities: intensities.map((one, i) => (i === index ? next : one)) })
            }
            onRemove={
              intensities.length > 1
                ? () => onChange({ intensities: intensities.filter((_, i) => i !== index) })
                : null
            }
          />
        ))}
      </ProblemGroup>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() =>
          onChange({
            intensities: [
              ...intensities,
              { id: freeId(intensities, 'work'), name: '', bands: [newBand('60'), newBand('0')] },
            ],
          })
        }
      >
        Add a kind of work
      </Button>
      <ModifiersEditor modifiers={modifiers} problems={problems.Modifiers} onChange={onChange} />
    </>
  );
}

interface MeasureFieldsProps extends Omit<ProfileFormProps, 'problems'> {
  errorOf: (label: string) => string | undefined;
}

/** The heat metric, the risk levels, and the texts for no work and for work without rest. */
function MeasureFields({ fields, risks, errorOf, onChange }: MeasureFieldsProps) {
  return (
    <div className={classes.two}>
      <NativeSelect
        label="Heat is measured by"
        size="md"
        value={fields.primaryMetric}
        data={[...metrics]}
        // A risk scale belongs to one metric.
        onChange={(event) =>
          onChange({
            primaryMetric: event.currentTarget.value as ProfileFields['primaryMetric'],
            riskProfileId: '',
          })
        }
      />
      <NativeSelect
        label="Levels of risk"
        size="md"
        value={fields.riskProfileId}
        error={errorOf('RiskProfileId')}
        data={[
          { value: '', label: 'None' },
          ...risks
            .filter(({ metric }) => metric === fields.primaryMetric)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(event) => onChange({ riskProfileId: event.currentTarget.value })}
      />
      <TextInput
        label="Text for no work"
        value={fields.customStopText}
        error={errorOf('CustomStopText')}
        onChange={(event) => onChange({ customStopText: event.currentTarget.value })}
      />
      <TextInput
        label="Text for work without rest"
        value={fields.customContinuousText}
        error={errorOf('CustomContinuousText')}
        onChange={(event) => onChange({ customContinuousText: event.currentTarget.value })}
      />
    </div>
  );
}

interface ModifiersEditorProps extends Pick<ProfileFormProps, 'onChange'> {
  modifiers: ProfileFields['modifiers'];
  problems: readonly string[] | undefined;
}

function ModifiersEditor({ modifiers, problems, onChange }: ModifiersEditorProps) {
  const id = useId();
  return (
    <fieldset
      className={classes.group}
      aria-describedby={problems?.length ? id : undefined}
      data-invalid={Boolean(problems?.length)}
    >
      <legend>Clothing and circumstances</legend>
      {problems && problems.length > 0 && <Problems id={id} sentences={problems} />}
      {modifiers.map((modifier, index) => {
        const change = (part: Partial<typeof modifier>) =>
          onChange({ modifiers: modifiers.map((one, i) => (i === index ? { ...one, ...part } : one)) });
        return (
          <div key={modifier.id} className={classes.modifier}>
            <TextInput
              aria-label={`Name of modifier ${index + 1}`}
              placeholder="Name"
              value={modifier.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`°F that modifier ${index + 1} counts as`}
              placeholder="°F"
              inputMode="decimal"
              rightSection="°F"
              value={modifier.adjustment}
              onChange={(event) => change({ adjustment: event.currentTarget.value })}
            />
            <Button
              variant="subtle"
              aria-label={`Remove modifier ${modifier.name || index + 1}`}
              onClick={() => onChange({ modifiers: modifiers.filter((_, i) => i !== index) })}
            >
              Remove
            </Button>
          </div>
        );
      })}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        onClick={() =>
          onChange({
            modifiers: [...modifiers, { id: freeId(modifiers, 'modifier'), name: '', adjustment: '' }],
          })
        }
      >
        Add a modifier
      </Button>
    </fieldset>
  );
}

/** A group of fields with the errors of all of them. */
function ProblemGroup({ sentences, children }: { sentences: readonly string[]; children: ReactNode }) {
  const id = useId();
  const isInvalid = sentences.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the groups in it are the fieldsets
    <div
      role="group"
      className={classes.problemGroup}
      aria-label="Kinds of work"
      aria-describedby={isInvalid ? id : undefined}
      data-invalid={isInvalid}
    >
      {isInvalid && <Problems id={id} sentences={sentences} />}
      {children}
    </div>
  );
}

function Problems({ id, sentences }: { id: string; sentences: readonly string[] }) {
  return (
    <ul id={id} className={classes.problems}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
