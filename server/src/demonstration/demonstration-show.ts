import type { ShowDraft, ShowScene } from '@allclear/domain';

/** A scene whose place is given by its label. */
type LabeledScene = { readonly seconds: number } & (
  | { readonly kind: 'map'; readonly label: string; readonly miles: number }
  | { readonly kind: 'lightning' | 'conditions' | 'forecast'; readonly label: string }
  /** A camera by its name. */
  | { readonly kind: 'camera'; readonly name: string }
  | Extract<ShowScene, { kind: 'warnings' | 'message' }>
);

/** A show whose places are given by their labels, and its cameras by their names. */
export interface DemonstrationShow extends Omit<ShowDraft, 'placeIds' | 'scenes'> {
  readonly labels: readonly string[];
  readonly scenes: readonly LabeledScene[];
}

/** For the screen of the stadium. It has no link: whoever wants to see it makes one. */
export const demonstrationShow: DemonstrationShow = {
  ...{ name: 'Stadium screen', layout: 'wide', showsClock: true },
  labels: ['Memorial Stadium', 'East practice fields'],
  ticker: 'Clear bags only. Water stations are behind sections 4 and 12.',
  scenes: [
    { kind: 'lightning', seconds: 15, label: 'Memorial Stadium' },
    { kind: 'map', seconds: 20, label: 'Memorial Stadium', miles: 120 },
    { kind: 'conditions', seconds: 15, label: 'Memorial Stadium' },
    { kind: 'forecast', seconds: 15, label: 'Memorial Stadium' },
    { kind: 'warnings', seconds: 10 },
    { kind: 'camera', seconds: 15, name: 'Main gate (MJPEG)' },
    {
      ...{ kind: 'message', seconds: 10, title: 'Where to shelter' },
      text: 'In a storm go to the concourse, the field house or your car. Staff in orange show the way.',
    },
  ],
};

/** The show at its places; null where one of them is none of these. A scene of a camera that is none of these is left out. */
export function showAt(
  { labels, scenes, ...show }: DemonstrationShow,
  places: readonly {
    readonly id: string;
    readonly label: string;
    readonly latitude: number;
    readonly longitude: number;
  }[],
  cameras: readonly { readonly id: string; readonly name: string }[],
): ShowDraft | null {
  const byLabel = new Map(places.map((place) => [place.label, place]));
  const shown = labels.flatMap((label) => byLabel.get(label) ?? []);
  const wanted = scenes.filter(
    (scene) => scene.kind !== 'camera' || cameras.some(({ name }) => name === scene.name),
  );
  const found = wanted.flatMap((scene): ShowScene[] => {
    if (scene.kind === 'camera') {
      const camera = cameras.find(({ name }) => name === scene.name);
      return camera ? [{ kind: 'camera', seconds: scene.seconds, cameraId: camera.id }] : [];
    }
    if (!('label' in scene)) return [scene];
    const place = byLabel.get(scene.label);
    if (!place) return [];
    const { seconds } = scene;
    if (scene.kind !== 'map') return [{ kind: scene.kind, seconds, placeId: place.id }];
    const { latitude, longitude } = place;
    return [{ kind: 'map', seconds, latitude, longitude, miles: scene.miles }];
  });
  if (shown.length < labels.length || found.length < wanted.length) return null;
  return { ...show, placeIds: shown.map(({ id }) => id), scenes: found };
}
