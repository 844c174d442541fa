import type { Scene, ShowForm, ShowLayout } from '@allclear/contract';
import {
  maxScenes,
  maxShowPlaces,
  sceneMiles,
  sceneSeconds,
  showTexts,
} from '@allclear/contract/show-limits';
import type { FieldErrors } from '@allclear/domain';

/** A place that a show can be about. */
export interface PlaceChoice {
  readonly id: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** A live camera that a scene can show. */
export interface CameraChoice {
  readonly id: string;
  readonly name: string;
}

/** What shows can be about. */
export interface ShowChoices {
  readonly places: readonly PlaceChoice[];
  /** None for those who may not watch cameras. */
  readonly cameras: readonly CameraChoice[];
}

/** A scene while it is edited; each kind uses a part of the fields, so that another kind loses nothing. */
export interface SceneFields {
  /** Of the row, within the form. */
  readonly key: number;
  readonly kind: Scene['kind'];
  /** '' while it is typed. */
  readonly seconds: number | '';
  readonly placeId: string;
  readonly cameraId: string;
  readonly latitude: number | '';
  readonly longitude: number | '';
  readonly miles: number | '';
  readonly title: string;
  readonly text: string;
}

export interface ShowFields {
  readonly name: string;
  readonly layout: ShowLayout;
  readonly placeIds: readonly string[];
  readonly scenes: readonly SceneFields[];
  readonly ticker: string;
  readonly showsClock: boolean;
}

export const newShow: ShowFields = {
  ...{ name: '', layout: 'wide', placeIds: [], scenes: [], ticker: '', showsClock: true },
};

const defaultSeconds = 15;
const defaultMiles = 120;

/** A new scene: of the first place, around it, and of the first camera. */
export function newScene(
  kind: Scene['kind'],
  { scenes, placeIds }: ShowFields,
  { places, cameras }: ShowChoices,
) {
  const place = places.find(({ id }) => id === placeIds[0]);
  const scene: SceneFields = {
    ...{ key: 1 + Math.max(0, ...scenes.map(({ key }) => key)), kind, seconds: defaultSeconds },
    ...{ placeId: place?.id ?? '', latitude: place?.latitude ?? '', longitude: place?.longitude ?? '' },
    ...{ cameraId: cameras[0]?.id ?? '', miles: defaultMiles, title: '', text: '' },
  };
  return scene;
}

/** Whether a scene is about one place. */
export function isOfPlace(kind: Scene['kind']): boolean {
  return kind === 'lightning' || kind === 'conditions' || kind === 'forecast';
}

/** A saved show for the form, without places and cameras that are gone; the show itself says what that is. */
export function fieldsOf(show: ShowForm, { places, cameras }: ShowChoices): ShowFields {
  const isThere = (id: string) => places.some((place) => place.id === id);
  return {
    ...{ name: show.name, layout: show.layout, ticker: show.ticker, showsClock: show.showsClock },
    placeIds: show.placeIds.filter(isThere),
    scenes: show.scenes.map((scene, index) => ({
      ...{ latitude: '', longitude: '', miles: defaultMiles, title: '', text: '' },
      ...scene,
      key: index + 1,
      placeId: 'placeId' in scene && isThere(scene.placeId) ? scene.placeId : '',
      cameraId: cameras.find(({ id }) => 'cameraId' in scene && id === scene.cameraId)?.id ?? '',
    })),
  };
}

/** The body of a call; null where a number is missing. */
export function formOf(fields: ShowFields): ShowForm | null {
  const scenes = fields.scenes.map(sceneOf);
  if (scenes.includes(null)) return null;
  return {
    ...{ name: fields.name.trim(), layout: fields.layout, placeIds: [...fields.placeIds] },
    scenes: scenes.filter((scene) => scene !== null),
    ...{ ticker: fields.ticker.trim(), showsClock: fields.showsClock },
  };
}

function sceneOf({
  kind,
  seconds,
  placeId,
  cameraId,
  latitude,
  longitude,
  miles,
  title,
  text,
}: SceneFields): Scene | null {
  if (seconds === '') return null;
  switch (kind) {
    case 'map':
      if (latitude === '' || longitude === '' || miles === '') return null;
      return { kind, seconds, latitude, longitude, miles };
    case 'message':
      return { kind, seconds, title: title.trim(), text: text.trim() };
    case 'warnings':
      return { kind, seconds };
    case 'camera':
      return { kind, seconds, cameraId };
    default:
      return { kind, seconds, placeId };
  }
}

/** The label of a field of a scene (from 0), as the API writes it, which counts from 1. */
export const sceneLabel = (index: number, field: string) => `Scenes.${index + 1}.${field}`;

/** What the server would refuse, by its own rules. */
export function problemsOf(fields: ShowFields): FieldErrors {
  const found: FieldErrors = {};
  if (fields.name.trim() === '') found.Name = ['Enter a name'];
  if (fields.placeIds.length === 0) found.PlaceIds = ['Choose a place'];
  if (fields.placeIds.length > maxShowPlaces) found.PlaceIds = [`Choose at most ${maxShowPlaces} places`];
  if (fields.scenes.length === 0) found.Scenes = ['Add a scene'];
  if (fields.scenes.length > maxScenes) found.Scenes = [`A show has at most ${maxScenes} scenes`];
  for (const [index, scene] of fields.scenes.entries())
    for (const [field, sentence] of sceneProblems(scene, fields.placeIds))
      found[sceneLabel(index, field)] = [`Scene ${index + 1}: ${sentence}`];
  return found;
}

function sceneProblems(scene: SceneFields, placeIds: readonly string[]): [string, string][] {
  const problems: [string, string][] = [];
  const range = (field: string, value: number | '', least: number, most: number, unit: string) => {
    if (value === '' || !(value >= least && value <= most))
      problems.push([field, `enter ${least} to ${most} ${unit}`]);
  };
  range('Seconds', scene.seconds, sceneSeconds.least, sceneSeconds.most, 'seconds');
  if (scene.seconds !== '' && !Number.isInteger(scene.seconds))
    problems.push(['Seconds', 'enter whole seconds']);
  if (isOfPlace(scene.kind) && !placeIds.includes(scene.placeId))
    problems.push(['PlaceId', 'choose one of the places of the show']);
  if (scene.kind === 'camera' && scene.cameraId === '') problems.push(['CameraId', 'choose a camera']);
  if (scene.kind === 'map') {
    range('Latitude', scene.latitude, -85, 85, 'degrees of latitude');
    range('Longitude', scene.longitude, -180, 180, 'degrees of longitude');
    range('Miles', scene.miles, sceneMiles.least, sceneMiles.most, 'miles');
  }
  if (scene.kind === 'message') {
    if (scene.text.trim() === '') problems.push(['Text', 'enter a text']);
    if (scene.text.trim().length > showTexts.text)
      problems.push(['Text', `use at most ${showTexts.text} characters`]);
    if (scene.title.trim().length > showTexts.title)
      problems.push(['Title', `use at most ${showTexts.title} characters`]);
  }
  return problems;
}

/** The scenes with one moved by so many rows. */
export function movedScene(scenes: readonly SceneFields[], index: number, by: number): SceneFields[] {
  const to = Math.min(scenes.length - 1, Math.max(0, index + by));
  const moved = [...scenes];
  const [scene] = moved.splice(index, 1);
  if (scene) moved.splice(to, 0, scene);
  return moved;
}

/**
 * The body that saves: what somebody else changed since the form began stays, except where the same field was changed
 * here.
 */
export function mergedForm(before: ShowFields, fields: ShowFields, current: ShowFields): ShowForm | null {
  const changed = Object.entries(fields).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof ShowFields]),
  );
  return formOf({ ...current, ...Object.fromEntries(changed) });
}

/** The fields in words, to say what somebody else changed. */
export function fieldTextsOf({
  places,
  cameras,
}: ShowChoices): Readonly<Record<string, (fields: ShowFields) => string>> {
  const nameOf = (id: string) => places.find((place) => place.id === id)?.name ?? 'a place that is gone';
  const cameraOf = (id: string) => cameras.find((camera) => camera.id === id)?.name ?? 'one that is gone';
  return {
    Name: ({ name }) => name,
    Layout: ({ layout }) => layout,
    Places: ({ placeIds }) => placeIds.map(nameOf).join(', '),
    Scenes: ({ scenes }) =>
      scenes
        .map(({ kind, seconds, title, text, placeId, cameraId, latitude, longitude, miles }) =>
          [
            ...[kind, isOfPlace(kind) ? nameOf(placeId) : '', title, text],
            ...[kind === 'camera' ? cameraOf(cameraId) : ''],
            ...[kind === 'map' ? `${miles} mi around ${latitude}, ${longitude}` : '', `${seconds} s`],
          ]
            .filter(Boolean)
            .join(' '),
        )
        .join('; '),
    Ticker: ({ ticker }) => ticker,
    Clock: ({ showsClock }) => (showsClock ? 'shown' : ''),
  };
}

/** Saved and unsaved are the same but for the keys of rows. */
export function isSameShow(a: ShowFields, b: ShowFields): boolean {
  const text = (fields: ShowFields) =>
    JSON.stringify({ ...fields, scenes: fields.scenes.map((scene) => ({ ...scene, key: 0 })) });
  return text(a) === text(b);
}
