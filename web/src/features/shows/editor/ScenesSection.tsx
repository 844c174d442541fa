import type { Scene } from '@allclear/contract';
import { maxScenes } from '@allclear/contract/show-limits';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sceneTexts } from '../show-texts.ts';
import classes from './Editor.module.css';
import { SceneRow } from './SceneRow.tsx';
import { Section } from './Section.tsx';
import { movedScene, newScene, type SceneFields, type ShowChoices, type ShowFields } from './show-fields.ts';

export interface ShowSectionProps {
  readonly fields: ShowFields;
  /** All that can be chosen. */
  readonly choices: ShowChoices;
  readonly errorOf: (label: string) => string | undefined;
  readonly onChange: (part: Partial<ShowFields>) => void;
}

const kinds = Object.keys(sceneTexts) as Scene['kind'][];

/** What is shown one after another. */
export function ScenesSection({ fields, choices, errorOf, onChange }: ShowSectionProps) {
  const [kind, setKind] = useState<Scene['kind']>('lightning');
  const { scenes } = fields;
  const chosen = choices.places.filter(({ id }) => fields.placeIds.includes(id));
  const offered = kinds.filter((one) => one !== 'camera' || choices.cameras.length > 0);
  const error = errorOf('Scenes');
  const change = (index: number, part: Partial<SceneFields>) =>
    onChange({ scenes: scenes.map((scene, at) => (at === index ? { ...scene, ...part } : scene)) });
  return (
    <Section title="Scenes">
      {scenes.length === 0 && <p>Nothing is shown yet: add the first scene.</p>}
      <ol className={classes.scenes} aria-label="Scenes">
        {scenes.map((scene, index) => (
          <SceneRow
            key={scene.key}
            scene={scene}
            index={index}
            count={scenes.length}
            choices={{ ...choices, places: chosen }}
            errorOf={errorOf}
            onChange={(part) => change(index, part)}
            onMove={(by) => onChange({ scenes: movedScene(scenes, index, by) })}
            onRemove={() => onChange({ scenes: scenes.filter((_, at) => at !== index) })}
          />
        ))}
      </ol>
      <div className={classes.adding}>
        <NativeSelect
          size="md"
          label="Kind of scene"
          error={error}
          data={offered.map((value) => ({ value, label: sceneTexts[value] }))}
          value={kind}
          onChange={({ currentTarget }) =>
            setKind(kinds.find((one) => one === currentTarget.value) ?? 'lightning')
          }
        />
        <Button
          variant="default"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
          disabled={scenes.length >= maxScenes}
          onClick={() => onChange({ scenes: [...scenes, newScene(kind, fields, choices)] })}
        >
          Add Scene
        </Button>
      </div>
    </Section>
  );
}
