import type { Location } from '@allclear/contract';
import { dutyLine } from '@allclear/domain';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { trustOf } from '../../api/query-state.ts';
import { useNow } from '../../clock/use-now.ts';
import { useOnDuty } from '../../features/locations/duties/use-duties.ts';
import { useServices } from '../../services.ts';
import { usePageIcon } from '../../ui/page-icon.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { createTone } from '../../ui/tone.ts';
import type { PageProps } from '../page-manifest.ts';
import { isUrgent, newsKind } from '../place-answers/answer-changes.ts';
import { useChanges } from '../place-answers/use-changes.ts';
import { inOrder, nameRanks, placesTitle, stateCounts } from '../places/place-list.ts';
import type { PlaceView } from '../places/place-view.ts';
import { type JudgedLocation, useJudgedPlaces } from '../places/use-judged-places.ts';
import { DisplayLinksTool } from './DisplayLinksTool.tsx';
import { Takeover } from './Takeover.tsx';
import { useIsActive, useScreenSize } from './use-screen.ts';
import { useTurning } from './use-turning.ts';
import classes from './Wall.module.css';
import { WallFooter } from './WallFooter.tsx';
import { WallHeader } from './WallHeader.tsx';
import { WallTile } from './WallTile.tsx';
import { WallTools } from './WallTools.tsx';
import { type TileSizes, wallLayout } from './wall-layout.ts';
import { observedThrough, turnedPages, warningLines } from './wall-view.ts';

const PlacesMap = lazy(() => import('../places/PlacesMap.tsx'));

type Judged = ReturnType<typeof useJudgedPlaces>;

const turnEveryMs = 15_000;
const noPins: ReadonlySet<string> = new Set();

interface WallScreenProps extends PageProps {
  locations: readonly Location[];
  /** What is wrong with the address or the list of places. */
  notes: readonly string[];
  hasMap: boolean;
  onMap: () => void;
  onLeave: (() => void) | null;
  /** The group whose places are shown; null for chosen ones. */
  groupId: string | null;
}

export function WallScreen(props: WallScreenProps) {
  const { status, organization, permissions, locations, notes, groupId, hasMap, onMap, onLeave } = props;
  const { display } = useServices();
  const { places, counts, judged } = useOrderedPlaces(locations, status);
  const { violations, standings, views, kindOf, viewOf } = judged;
  const kinds = useMemo(
    () => (violations ? newsOf(places, standings) : null),
    [violations, places, standings],
  );
  const { worsenings, takeover } = useChanges(kinds);
  const sound = useSound(takeover);

  const dutyOf = useDutyOf(display === null && permissions.includes('organization-locations:read'));
  const layout = wallLayout(places.length, useScreenSize(), hasMap);
  const [isHeld, setHeld] = useState(false);
  const pages = Math.ceil(places.length / layout.perPage);
  const turned = turnedPages(
    places.map(({ kind }) => kind),
    layout.perPage,
  );
  const { page, turn } = useTurning(pages, turnEveryMs, { turned, restart: worsenings, isHeld });
  const shown = places.slice(page * layout.perPage, (page + 1) * layout.perPage);
  const isActive = useIsActive();
  const locationIds = useMemo(() => locations.map(({ id }) => id), [locations]);
  const nowMs = useNow();
  const zone = zoneOf(locations);
  const isReadable = ['current', 'failing'].includes(trustOf(violations, nowMs, status.speed));
  return (
    <div className={classes.wall} data-active={isActive || undefined} style={sizesOf(layout)}>
      <WallHeader
        name={organization?.name ?? ''}
        counts={counts}
        page={pages > 1 ? { number: page + 1, of: pages } : null}
        nowMs={nowMs}
        timeZone={zone}
        isPublic={display !== null}
      />
      <main id="content" className={classes.content} data-map={hasMap || undefined}>
        <Tiles
          label={pages > 1 ? `Places, page ${page + 1} of ${pages}` : 'Places'}
          shown={shown}
          viewOf={(location) => viewOf(location, nowMs)}
          {...{ dutyOf, sizes: layout.tile }}
        />
        {hasMap && <WallMap places={places} kindOf={kindOf} viewOf={viewOf} />}
      </main>
      <WallFooter
        notes={notes}
        warnings={warningsText(isReadable, violations?.value ?? [], places)}
        observedThrough={observedThrough(places.flatMap(({ id }) => views.get(id) ?? []))}
        timeZone={zone}
        status={status}
      />
      <WallTools
        isShown={isActive}
        hasSound={sound.isAllowed}
        onSound={sound.toggle}
        hasMap={hasMap}
        onMap={onMap}
        turning={pages > 1 ? { isHeld, onHold: () => setHeld(!isHeld), onNext: () => turn(1) } : null}
        onLeave={onLeave}
      >
        {permissions.includes('displays:write') && <DisplayLinksTool {...{ locationIds, groupId, hasMap }} />}
      </WallTools>
      <Takeover
        places={places.filter(({ id, kind }) => takeover.includes(id) && isUrgent(kind))}
        viewOf={(location) => viewOf(location, nowMs)}
        dutyOf={dutyOf}
      />
    </div>
  );
}

/** Who is on duty at a place, in a line; a wall that is signed in by a display link names nobody. */
function useDutyOf(isEnabled: boolean): (location: Location) => string {
  const onDuty = useOnDuty(isEnabled);
  return ({ organizationLocationId }) => {
    const duty = organizationLocationId === null ? undefined : onDuty.get(organizationLocationId);
    return duty ? dutyLine({ decides: duty.decisionMaker, watches: duty.watcher }) : '';
  };
}

interface TilesProps {
  label: string;
  shown: readonly JudgedLocation[];
  viewOf: (location: Location) => PlaceView;
  dutyOf: (location: Location) => string;
  sizes: TileSizes;
}

function Tiles({ label, shown, viewOf, dutyOf, sizes }: TilesProps) {
  const labels = shown.map((place) => place.label);
  return (
    <ul className={classes.tiles} aria-label={label}>
      {shown.map((place) => (
        <li key={place.id} data-place={place.id}>
          <WallTile
            label={place.label}
            among={labels}
            view={viewOf(place.location)}
            sizes={sizes}
            duty={dutyOf(place.location)}
          />
        </li>
      ))}
    </ul>
  );
}

/** The places on half of the screen. It reacts to nobody: a link in it would lead away from the wall. */
function WallMap({
  places,
  ...rest
}: { places: readonly JudgedLocation[] } & Pick<Judged, 'kindOf' | 'viewOf'>) {
  const shown = useMemo(() => places.map(({ location }) => location), [places]);
  return (
    <ErrorBoundary fallback={<p className={`${classes.noMap} hatched`}>The map cannot be drawn here</p>}>
      <Suspense fallback={<div />}>
        <div className={classes.map} inert>
          <PlacesMap {...rest} places={shown} pinned={noPins} onPin={() => undefined} />
        </div>
      </Suspense>
    </ErrorBoundary>
  );
}

function newsOf(places: readonly JudgedLocation[], standings: Judged['standings']) {
  return new Map(
    places.map(({ id, kind }) => {
      const place = standings.get(id)?.place;
      return [id, place ? newsKind(place) : kind];
    }),
  );
}

/** The places worst first, and how many have each answer. The browser's tab says the worst. */
function useOrderedPlaces(locations: readonly Location[], status: PageProps['status']) {
  const judged = useJudgedPlaces(locations, status);
  const ranks = useMemo(() => nameRanks(locations), [locations]);
  const places = useMemo(() => inOrder(judged.all, 'worst', noPins, ranks), [judged.all, ranks]);
  const counts = stateCounts(places);
  usePageTitle(placesTitle(counts).replace('Places', 'Wall'), status.weather);
  usePageIcon(counts[0]?.kind ?? 'checking');
  return { judged, places, counts };
}

/** The tone of takeovers, once a person has allowed it by a press. */
function useSound(takeover: readonly string[]) {
  const tone = useRef<ReturnType<typeof createTone> | null>(null);
  const [isAllowed, setAllowed] = useState(false);
  useEffect(() => {
    if (takeover.length > 0) tone.current?.play();
  }, [takeover]);
  useEffect(() => () => tone.current?.forbid(), []);
  const toggle = async () => {
    tone.current ??= createTone();
    if (isAllowed) tone.current.forbid();
    setAllowed(!isAllowed && (await tone.current.allow()));
    if (!isAllowed) tone.current.play();
  };
  return { isAllowed, toggle: () => void toggle() };
}

function warningsText(
  isReadable: boolean,
  violations: Parameters<typeof warningLines>[0],
  places: Parameters<typeof warningLines>[1],
): readonly string[] {
  return isReadable ? warningLines(violations, places) : ['Which warnings are in effect is not known'];
}

/** The time zone of the places; undefined where they are in several. */
function zoneOf(locations: readonly Location[]): string | undefined {
  const zones = new Set(locations.map(({ timeZone }) => timeZone));
  return zones.size === 1 ? [...zones][0] : undefined;
}

function sizesOf(layout: ReturnType<typeof wallLayout>): React.CSSProperties {
  const { headerPx, footerPx, paddingPx, gapPx, headingPx, notePx, tilesWidthPx, tilesHeightPx } = layout;
  const px = (value: number) => `${value}px`;
  return {
    '--header': px(headerPx),
    '--footer': px(footerPx),
    '--padding': px(paddingPx),
    '--gap': px(gapPx),
    '--heading': px(headingPx),
    '--note': px(notePx),
    '--tiles-width': px(tilesWidthPx),
    '--tiles-height': px(tilesHeightPx),
    '--map-height': px(layout.map?.heightPx ?? 0),
    '--columns': layout.columns,
    '--rows': layout.rows,
  } as React.CSSProperties;
}
