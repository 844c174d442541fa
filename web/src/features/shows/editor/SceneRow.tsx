import { sceneMiles, sceneSeconds, showTexts } from '@allclear/contract/show-limits';
import { Button, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { sceneTexts } from '../show-texts.ts';
import classes from './Editor.module.css';
import { isOfPlace, type SceneFields, type ShowChoices, sceneLabel } from './show-fields.ts';

export interface SceneRowProps {
  scene: SceneFields;
  /** From 0. */
  index: number;
  count: number;
  /** The places of the show, and all cameras. */
  choices: ShowChoices;
  errorOf: (label: string) => string | undefined;
  onChange: (part: Partial<SceneFields>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** A scene in the form: how long it stays, what it shows, and where it stands. */
export function SceneRow({ scene, index, count, onMove, onRemove, ...rest }: SceneRowProps) {
  const name = `scene ${index + 1}, ${sceneTexts[scene.kind]}`;
  const error = (field: string) => rest.errorOf(sceneLabel(index, field));
  const fields = { scene, choices: rest.choices, error, onChange: rest.onChange };
  return (
    <li className={classes.scene}>
      <div className={classes.sceneTop}>
        <h3>
          {index + 1}. {sceneTexts[scene.kind]}
        </h3>
        <div className={classes.buttons}>
          <Button
            variant="default"
            aria-label={`Move ${name} up`}
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            <IconArrowUp size={18} aria-hidden="true" />
          </Button>
          <Button
            variant="default"
            aria-label={`Move ${name} down`}
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          >
            <IconArrowDown size={18} aria-hidden="true" />
          </Button>
          <Button variant="default" aria-label={`Remove ${name}`} onClick={onRemove}>
            <IconTrash size={18} aria-hidden="true" />
          </Button>
        </div>
      </div>
      <div className={classes.fields}>
        <NumberInput
          size="md"
          label="Seconds"
          required
          min={sceneSeconds.least}
          max={sceneSeconds.most}
          clampBehavior="none"
          allowDecimal={false}
          value={scene.seconds}
          error={error('Seconds')}
          onChange={(value) => rest.onChange({ seconds: numberOf(value) })}
        />
        {isOfPlace(scene.kind) && <PlaceField {...fields} />}
        {scene.kind === 'camera' && <CameraField {...fields} />}
        {scene.kind === 'map' && <MapFields {...fields} />}
      </div>
      {scene.kind === 'message' && <MessageFields {...fields} />}
    </li>
  );
}

interface FieldsProps {
  scene: SceneFields;
  choices: ShowChoices;
  error: (field: string) => string | undefined;
  onChange: (part: Partial<SceneFields>) => void;
}

const numberOf = (value: string | number): number | '' => (typeof value === 'number' ? value : '');

function PlaceField({ scene, choices: { places }, error, onChange }: FieldsProps) {
  const isListed = places.some(({ id }) => id === scene.placeId);
  return (
    <NativeSelect
      size="md"
      label="Place"
      required
      data={[
        ...(isListed ? [] : [{ value: '', label: 'Choose a place' }]),
        ...places.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={isListed ? scene.placeId : ''}
      error={error('PlaceId')}
      onChange={({ currentTarget }) => onChange({ placeId: currentTarget.value })}
    />
  );
}

function CameraField({ scene, choices: { cameras }, error, onChange }: FieldsProps) {
  return (
    <NativeSelect
      size="md"
      label="Camera"
      required
      description="A picture about every ten seconds. Whoever has a link of the show sees it."
      data={[
        ...(scene.cameraId === '' ? [{ value: '', label: 'Choose a camera' }] : []),
        ...cameras.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={scene.cameraId}
      error={error('CameraId')}
      onChange={({ currentTarget }) => onChange({ cameraId: currentTarget.value })}
    />
  );
}

/** The middle is that of a place, or any. */
function MapFields({ scene, choices: { places }, error, onChange }: FieldsProps) {
  const center = places.find(
    ({ latitude, longitude }) => latitude === scene.latitude && longitude === scene.longitude,
  );
  return (
    <>
      <NativeSelect
        size="md"
        label="Around"
        data={[
          { value: '', label: 'Other coordinates' },
          ...places.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={center?.id ?? ''}
        onChange={({ currentTarget }) => {
          const chosen = places.find(({ id }) => id === currentTarget.value);
          onChange({ latitude: chosen?.latitude ?? '', longitude: chosen?.longitude ?? '' });
        }}
      />
      <NumberInput
        size="md"
        label="Latitude"
        required
        hideControls
        decimalScale={5}
        value={scene.latitude}
        error={error('Latitude')}
        onChange={(value) => onChange({ latitude: numberOf(value) })}
      />
      <NumberInput
        size="md"
        label="Longitude"
        required
        hideControls
        decimalScale={5}
        value={scene.longitude}
        error={error('Longitude')}
        onChange={(value) => onChange({ longitude: numberOf(value) })}
      />
      <NumberInput
        size="md"
        label="Width in miles"
        required
        min={sceneMiles.least}
        max={sceneMiles.most}
        clampBehavior="none"
        value={scene.miles}
        error={error('Miles')}
        onChange={(value) => onChange({ miles: numberOf(value) })}
      />
    </>
  );
}

function MessageFields({ scene, error, onChange }: FieldsProps) {
  return (
    <>
      <TextInput
        size="md"
        label="Title"
        description={countText(scene.title, showTexts.title)}
        maxLength={showTexts.title}
        value={scene.title}
        error={error('Title')}
        onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
      />
      <Textarea
        size="md"
        label="Text"
        required
        description={`${countText(scene.text, showTexts.text)}. Never announce an all clear by hand: the show says it by itself.`}
        rows={3}
        maxLength={showTexts.text}
        value={scene.text}
        error={error('Text')}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value })}
      />
    </>
  );
}

/** '12 of 300 characters'. */
export function countText(text: string, most: number): string {
  return `${text.length} of ${most} characters`;
}
