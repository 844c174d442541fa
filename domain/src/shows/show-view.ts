import { localText } from '../core/index.ts';
import { policyWatches } from '../policies/index.ts';
import {
  answerView,
  forecastViews,
  heldText,
  isoText,
  openWarningText,
  readingViews,
  timeless,
  timelessAnswer,
  timelessForecast,
  timelessReading,
  type WidgetForecasts,
  type WidgetImage,
  type WidgetPlaceState,
  type WidgetPolicy,
  type WidgetReading,
  type WidgetWarning,
  widgetStandingText,
} from '../widgets/index.ts';

/** What a show shows one after another, each for some seconds. */
export type ShowScene =
  | {
      readonly kind: 'map';
      readonly seconds: number;
      /** The middle of the map, degrees. */
      readonly latitude: number;
      readonly longitude: number;
      /** How wide it is. */
      readonly miles: number;
    }
  | {
      readonly kind: 'lightning' | 'conditions' | 'forecast';
      readonly seconds: number;
      readonly placeId: string;
    }
  | { readonly kind: 'warnings'; readonly seconds: number }
  | { readonly kind: 'camera'; readonly seconds: number; readonly cameraId: string }
  | { readonly kind: 'message'; readonly seconds: number; readonly title: string; readonly text: string };

/** A show as it is saved. */
export interface ShowDraft {
  readonly name: string;
  readonly layout: 'wide' | 'portrait' | 'ribbon';
  readonly placeIds: readonly string[];
  readonly scenes: readonly ShowScene[];
  readonly ticker: string;
  readonly showsClock: boolean;
}

/** An open warning with the name of its policy, which may be gone. */
export interface ShowWarning extends WidgetWarning {
  readonly policyName: string;
}

/** What is known of a place of a show; instants are epoch ms of the product clock. */
export interface ShowPlace {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly groupIds: readonly string[];
  /** Null while it was not read yet. */
  readonly state: WidgetPlaceState<ShowWarning> | null;
  /** By condition code; one that is missing is not known. */
  readonly readings: ReadonlyMap<number, WidgetReading>;
  /** Null while there is none. */
  readonly forecast: WidgetForecasts | null;
}

/** What is known of a live camera of the organization. */
export interface ShowCamera {
  readonly id: string;
  readonly name: string;
  /** The newest still that may be shown, instants in epoch ms of the wall clock; null while there is none. */
  readonly still: { readonly url: string; readonly takenAt: number; readonly goodUntil: number } | null;
  /** Why there is none, or no newer one, for people; null while all is well. */
  readonly problem: string | null;
}

export interface ShowViewInput {
  readonly show: ShowDraft;
  /** The places that exist, of those of the show or of all; what is missing is gone. */
  readonly places: readonly ShowPlace[];
  /** All policies of the organization. */
  readonly policies: readonly WidgetPolicy[];
  /** The pictures of map scenes by the place of the scene in the list, from 0; null while there is none. */
  readonly images: readonly (WidgetImage | null)[];
  /** The cameras that exist, of those of its scenes or of all; what is missing is gone. */
  readonly cameras: readonly ShowCamera[];
  /** Through when the answers for the places are good. */
  readonly goodUntil: number;
  readonly now: number;
  readonly wallNow: number;
  readonly speed: number;
  readonly weather: 'live' | 'simulated' | 'replay';
}

/** What a scene of conditions shows, by code: temperature, feels like, wind, gust, precipitation, WBGT. */
export const showConditions: readonly number[] = [0, 5, 2, 4, 3, 1];
/** What a scene of a forecast shows: temperature and precipitation by the hour, temperature by the day. */
export const showForecasts: readonly { readonly forecastType: number; readonly conditionType: number }[] = [
  { forecastType: 0, conditionType: 0 },
  { forecastType: 0, conditionType: 3 },
  { forecastType: 1, conditionType: 0 },
];

/** What a show shows: each part with the instant through which it is good. */
export function showView(input: ShowViewInput) {
  const { show, now, wallNow, speed, weather, goodUntil } = input;
  const places = placesOf(input);
  const timeZone = places[0]?.timeZone ?? 'Etc/UTC';
  return {
    ...{ name: show.name, layout: show.layout, ticker: show.ticker, showsClock: show.showsClock },
    timeZone,
    now: isoText(now),
    wallNow: isoText(wallNow),
    ...{ speed, weather },
    places: places.map((place) => ({
      ...{ id: place.id, name: place.name, timeZone: place.timeZone },
      answer: answerView(place.state, { now, goodUntil, timeZone: place.timeZone }),
    })),
    scenes: show.scenes.flatMap((scene, index) => {
      const view = sceneView(scene, input, { places, image: input.images[index] ?? null });
      return view === null ? [] : [view];
    }),
    problems: showProblems(
      show,
      places.map(({ id }) => id),
      input.cameras.map(({ id }) => id),
    ),
    standingText: widgetStandingText,
  };
}

export type ShowView = ReturnType<typeof showView>;

/** What of a show is gone since it was saved, for people. The ids are of places and cameras that exist. */
export function showProblems(
  { placeIds, scenes }: Pick<ShowDraft, 'placeIds' | 'scenes'>,
  existingIds: readonly string[],
  cameraIds: readonly string[],
): string[] {
  const isGone = (id: string) => !existingIds.includes(id);
  const problems: string[] = [];
  const gone = placeIds.filter(isGone).length;
  if (gone === placeIds.length) problems.push('All places of this show were deleted.');
  else if (gone === 1) problems.push('A place of this show was deleted.');
  else if (gone > 1) problems.push(`${gone} places of this show were deleted.`);
  for (const [index, scene] of scenes.entries()) {
    const leftOut = `Scene ${index + 1} (${scene.kind}) is left out`;
    if ('placeId' in scene && isGone(scene.placeId)) problems.push(`${leftOut}: its place was deleted.`);
    if (scene.kind === 'camera' && !cameraIds.includes(scene.cameraId))
      problems.push(`${leftOut}: its camera was deleted.`);
  }
  return problems;
}

/** In the order of the show. */
function placesOf({ show, places }: ShowViewInput): ShowPlace[] {
  return show.placeIds.flatMap((id) => places.find((place) => place.id === id) ?? []);
}

interface SceneContext {
  readonly places: readonly ShowPlace[];
  readonly image: WidgetImage | null;
}

/** Null where its place or camera is gone. */
function sceneView(scene: ShowScene, input: ShowViewInput, { places, image }: SceneContext) {
  const { seconds } = scene;
  const { now, goodUntil, policies } = input;
  switch (scene.kind) {
    case 'map':
      return { kind: scene.kind, seconds, picture: image && imageView(image) };
    case 'warnings':
      return {
        ...{ kind: scene.kind, seconds },
        warnings: warningViews(places, policies),
        goodUntil: isoText(goodUntil),
      };
    case 'camera': {
      const camera = input.cameras.find(({ id }) => id === scene.cameraId);
      return camera ? { kind: scene.kind, seconds, ...cameraView(camera) } : null;
    }
    case 'message':
      return { kind: scene.kind, seconds, title: scene.title, text: scene.text };
  }
  const place = places.find(({ id }) => id === scene.placeId);
  if (!place) return null;
  const placeId = place.id;
  switch (scene.kind) {
    case 'lightning':
      return { kind: scene.kind, seconds, placeId };
    case 'conditions': {
      const watching = policies.filter((policy) => policyWatches(policy, place));
      const conditions = readingViews(showConditions, {
        ...{ readings: place.readings, policies: watching, goodUntil },
      });
      return { kind: scene.kind, seconds, placeId, conditions };
    }
    case 'forecast': {
      const forecasts = forecastViews(showForecasts, place.forecast, place.timeZone, now);
      return { kind: scene.kind, seconds, placeId, forecasts };
    }
  }
}

function imageView({ takenAt, goodUntil, ...image }: WidgetImage) {
  return { ...image, takenAt: isoText(takenAt), goodUntil: isoText(goodUntil) };
}

function cameraView({ name, still, problem }: ShowCamera) {
  const picture = still && {
    ...{ url: still.url, alt: `Camera: ${name}` },
    ...{ wallTakenAt: isoText(still.takenAt), wallGoodUntil: isoText(still.goodUntil) },
  };
  return { name, picture, problem };
}

/** The open warnings of all places; null while those of any are not known, or there is no place to know of. */
function warningViews(places: readonly ShowPlace[], policies: readonly WidgetPolicy[]) {
  if (places.length === 0) return null;
  const warnings: { placeId: string; text: string }[] = [];
  for (const { id, state } of places) {
    if (!state?.open) return null;
    for (const { policyId, policyName, isHeld } of state.open) {
      const policy = policies.find((one) => one.id === policyId);
      const text = policy
        ? openWarningText(policy, isHeld, state.answer)
        : heldText(`${policyName} warning`, isHeld);
      warnings.push({ placeId: id, text });
    }
  }
  return warnings;
}

/** What the picture of a map scene shows, for people who do not see it. `takenAt` is epoch ms. */
export function showMapAlt(
  {
    latitude,
    longitude,
    miles,
  }: { readonly latitude: number; readonly longitude: number; readonly miles: number },
  takenAt: number,
  timeZone: string,
): string {
  const point = `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`;
  return `Radar, ${Math.round(miles)} miles across, around ${point} at ${localText(takenAt, timeZone)}`;
}

/** A view without what changes although nothing happened, as text: tells whether two views say the same. */
export function showViewKey({ now: _now, wallNow: _wallNow, places, scenes, ...view }: ShowView): string {
  return JSON.stringify({
    ...view,
    places: places.map((place) => ({ ...place, answer: timelessAnswer(place.answer) })),
    scenes: scenes.map((scene) => {
      switch (scene.kind) {
        case 'warnings':
          return timeless(scene);
        case 'conditions':
          return { ...scene, conditions: scene.conditions.map(timelessReading) };
        case 'forecast':
          return { ...scene, forecasts: scene.forecasts.map(timelessForecast) };
        default:
          return scene;
      }
    }),
  });
}
