import type { Location, WeatherStation } from '@allclear/contract';
import { byUrgency } from '@allclear/domain';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isOldImage, stationOfPlace } from '../../api/station-images.ts';
import { timeAgo } from '../../clock/time-text.ts';
import { LocationCard } from './LocationCard.tsx';
import classes from './LocationStrip.module.css';
import type { LocationThreats } from './threat.ts';
import { useVisibleItems } from './use-visible-items.ts';

const cardStepPx = 252;
const staggerMs = 200;
/** Only the visible cards fade in one after the other. */
const maxStaggered = 10;

interface LocationStripProps {
  /** All locations; the strip shows the worst first and leaves out the selected one. */
  locations: readonly Location[];
  selectedId: string;
  standings: ReadonlyMap<string, LocationThreats>;
  /** The organization's own weather stations, if they are known. */
  stations: readonly WeatherStation[];
  nowMs: number | null;
  speed: number;
  onSelect: (id: string) => void;
}

/** The strip of location cards above the dashboard (spec 1 section 2.1). */
export function LocationStrip({
  locations,
  selectedId,
  standings,
  stations,
  nowMs,
  speed,
  onSelect,
}: LocationStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const stationAt = useMemo(
    () =>
      new Map(
        locations.map(({ id, organizationLocationId }) => [
          id,
          stationOfPlace(stations, organizationLocationId),
        ]),
      ),
    [locations, stations],
  );
  const ordered = worstFirst(locations, standings);
  const others = ordered.filter((location) => location.id !== selectedId);
  const seen = useVisibleItems(list, others);
  const place = ordered.findIndex((location) => location.id === selectedId);
  const firstShown = Math.max(0, place - 1);
  const arriving = useArriving();

  useEffect(() => {
    // The strip scrolls to the position of the selected location.
    list.current?.scrollTo({ left: Math.max(0, (place - 1) * cardStepPx), behavior: 'smooth' });
  }, [place]);
  const { room, measure } = useScrollRoom(list, others.length);
  const select = useLatest(onSelect);

  if (others.length === 0) return null;
  const step = (direction: 1 | -1) =>
    list.current?.scrollBy({ left: direction * cardStepPx, behavior: 'smooth' });
  return (
    <nav className={classes.strip} aria-label="Other locations">
      {room.left && <Arrow side="left" onClick={() => step(-1)} />}
      <ul ref={list} className={classes.list} onScroll={measure}>
        {others.map((location, i) => {
          const station = stationAt.get(location.id) ?? null;
          const takenAt = station?.imageLastModified ?? null;
          const staggered = Math.min(maxStaggered, Math.max(0, i - firstShown));
          return (
            <li
              key={location.id}
              data-id={location.id}
              data-arriving={arriving || undefined}
              className={classes.item}
              style={{ animationDelay: `${arriving ? staggered * staggerMs : 0}ms` }}
            >
              <LocationCard
                id={location.id}
                label={location.label}
                station={station}
                imageAge={
                  takenAt !== null && isOldImage(takenAt, nowMs, speed) ? timeAgo(takenAt, nowMs) : null
                }
                inView={seen.has(location.id)}
                standing={
                  standings.get(location.id) ?? {
                    threats: [],
                    lightning: 'asking',
                    warnings: 'asking',
                    answer: 'checking',
                  }
                }
                onSelect={select}
              />
            </li>
          );
        })}
      </ul>
      {room.right && <Arrow side="right" onClick={() => step(1)} />}
      <AllPlaces count={locations.length} />
    </nav>
  );
}

function AllPlaces({ count }: { count: number }) {
  return (
    <Link className={classes.all} to="/places">
      All {count.toLocaleString('en-US')} places
    </Link>
  );
}

/** The worst answer first; locations of the same answer stay in their order. */
function worstFirst(
  locations: readonly Location[],
  standings: ReadonlyMap<string, LocationThreats>,
): Location[] {
  const answerOf = ({ id }: Location) => standings.get(id)?.answer ?? 'checking';
  return locations.toSorted((a, b) => byUrgency(answerOf(a), answerOf(b)));
}

function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  return (
    <ActionIcon
      className={classes.arrow}
      data-side={side}
      variant="default"
      radius="xl"
      aria-label={`Scroll locations ${side}`}
      onClick={onClick}
    >
      {side === 'left' ? <IconChevronLeft size={20} /> : <IconChevronRight size={20} />}
    </ActionIcon>
  );
}

/** The sides on which the list can be scrolled further; call `measure` at each scroll. */
function useScrollRoom(list: RefObject<HTMLUListElement | null>, count: number) {
  const [room, setRoom] = useState({ left: false, right: false });
  const measure = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const left = element.scrollLeft > 4;
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 4;
    setRoom((before) => (before.left === left && before.right === right ? before : { left, right }));
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room for arrows changes with the number of cards too
  useEffect(() => {
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure, count]);
  return { room, measure };
}

/**
 * True while the cards fade in for the first time; a card that returns later, because another was selected,
 * has no delay.
 */
function useArriving(): boolean {
  const [arriving, setArriving] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setArriving(false), (maxStaggered + 2) * staggerMs);
    return () => clearTimeout(timer);
  }, []);
  return arriving;
}

/** A function with a stable identity that calls the latest one given. */
function useLatest(work: (id: string) => void): (id: string) => void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  }, [work]);
  return useCallback((id: string) => latest.current(id), []);
}
