import type { PublicScene, PublicShow } from '@allclear/contract';
import { wallMsOf } from '../screen/stage-screen.ts';
import { coverText, placeCountdown, type ShowPlace, unbroken } from '../screen/stage-words.ts';
import { pageAt } from '../screen/turning.ts';
import { Conditions } from './Conditions.tsx';
import { Covered } from './Covered.tsx';
import { Forecasts } from './Forecasts.tsx';
import { Picture } from './Picture.tsx';
import classes from './Stage.module.css';
import { Still } from './Still.tsx';
import { lengthOf, stateIcons } from './state-icons.ts';

interface SceneProps {
  show: PublicShow;
  scene: PublicScene;
  now: number;
  elapsedMs: number;
  /** A banner takes a part of the room. */
  isBannered: boolean;
}

/** One scene. What is not known is said and covered: no scene is blank. */
export function Scene({ scene, ...rest }: SceneProps) {
  const { show } = rest;
  const place = 'placeId' in scene ? (show.places.find(({ id }) => id === scene.placeId) ?? null) : null;
  return (
    <section className={classes.panel} data-scene={scene.kind} aria-label={labelOf(scene, place)}>
      <Content scene={scene} place={place} {...rest} />
    </section>
  );
}

const titles: Readonly<Record<PublicScene['kind'], string>> = {
  map: 'Radar',
  lightning: 'Lightning',
  conditions: 'Current conditions',
  forecast: 'Forecast',
  warnings: 'Warnings',
  camera: 'Camera',
  message: 'Message',
};

function labelOf({ kind }: PublicScene, place: ShowPlace | null): string {
  return place ? `${titles[kind]}: ${place.name}` : titles[kind];
}

function Content({
  scene,
  place,
  show,
  now,
  elapsedMs,
  isBannered,
}: SceneProps & { place: ShowPlace | null }) {
  const { layout } = show;
  if (scene.kind === 'map') return <Picture picture={scene.picture} now={now} timeZone={show.timeZone} />;
  // A camera shows the real world, whatever the clock of the weather says.
  if (scene.kind === 'camera')
    return <Still scene={scene} wallMs={wallMsOf(show, now)} timeZone={show.timeZone} />;
  if (scene.kind === 'message') return <Message title={scene.title} text={scene.text} />;
  if (scene.kind === 'warnings')
    return <Warnings scene={scene} show={show} now={now} elapsedMs={elapsedMs} />;
  if (place === null) return <Covered title={titles[scene.kind]} text="The place of this scene is gone" />;
  switch (scene.kind) {
    case 'lightning':
      return <Lightning place={place} madeAt={Date.parse(show.now)} now={now} />;
    case 'conditions':
      return (
        <>
          <h2>{place.name}</h2>
          <Conditions
            conditions={scene.conditions}
            most={conditionsPerPage(layout, isBannered)}
            now={now}
            elapsedMs={elapsedMs}
            timeZone={place.timeZone}
          />
        </>
      );
    case 'forecast':
      return (
        <>
          <h2>{place.name}</h2>
          <Forecasts
            forecasts={scene.forecasts}
            layout={layout}
            now={now}
            elapsedMs={elapsedMs}
            timeZone={place.timeZone}
          />
        </>
      );
  }
}

function conditionsPerPage(layout: PublicShow['layout'], isBannered: boolean): number {
  if (layout === 'wide') return 8;
  if (layout === 'portrait') return isBannered ? 3 : 4;
  return isBannered ? 2 : 4;
}

/** The answer of a place, large. */
function Lightning({ place, madeAt, now }: { place: ShowPlace; madeAt: number; now: number }) {
  const { kind, instruction, reasons, goodUntil } = place.answer;
  const old = coverText(goodUntil, now, place.timeZone);
  if (old !== null) return <Covered title={place.name} text={old} />;
  const countdown = placeCountdown(place, madeAt, now);
  const Icon = stateIcons[kind];
  return (
    <>
      <h2>{place.name}</h2>
      <p className={classes.instruction} data-state={kind} data-length={lengthOf(instruction)}>
        <Icon aria-hidden="true" /> {unbroken(instruction)}
      </p>
      {reasons.length > 0 && <p className={classes.reasons}>{unbroken(reasons.join(' · '))}</p>}
      {countdown && (
        <p className={classes.reasons}>
          {countdown.left !== null && <b>{countdown.left} </b>}
          {unbroken(countdown.text)}
        </p>
      )}
    </>
  );
}

const warningsPerPage = { wide: 5, portrait: 6, ribbon: 1 } as const;

function Warnings({
  scene,
  show,
  now,
  elapsedMs,
}: Pick<SceneProps, 'show' | 'now' | 'elapsedMs'> & { scene: Extract<PublicScene, { kind: 'warnings' }> }) {
  const old = coverText(scene.goodUntil, now, show.timeZone);
  if (scene.warnings === null) return <Covered title="Warnings" text="The warnings are not known" />;
  if (old !== null) return <Covered title="Warnings" text={old} />;
  const shown = pageAt(scene.warnings, warningsPerPage[show.layout], elapsedMs);
  const nameOf = (id: string) => show.places.find((place) => place.id === id)?.name ?? '';
  return (
    <>
      <h2>Warnings{shown.pages > 1 && ` · ${shown.page + 1} of ${shown.pages}`}</h2>
      {shown.items.length === 0 ? (
        <p className={classes.middle}>No warning is in effect</p>
      ) : (
        <ul className={classes.warnings}>
          {shown.items.map(({ placeId, text }) => (
            <li key={`${placeId} ${text}`}>
              <strong>{nameOf(placeId)}</strong> {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Message({ title, text }: { title: string; text: string }) {
  const size = text.length <= 60 ? 'short' : text.length <= 140 ? 'middle' : 'long';
  return (
    <>
      {title !== '' && <h2>{title}</h2>}
      <p className={classes.message} data-length={size}>
        {text}
      </p>
    </>
  );
}
