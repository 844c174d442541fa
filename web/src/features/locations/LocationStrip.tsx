import type { Location } from '@allclear/contract';
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LocationCard } from './LocationCard.tsx';
import classes from './LocationStrip.module.css';
import type { Standing } from './threat.ts';

const cardStepPx = 252;

interface LocationStripProps {
  /** All locations in their order; the selected one is left out of the strip. */
  locations: readonly Location[];
  selectedId: string;
  standings: ReadonlyMap<string, Standing>;
  imageUrlOf: (id: string) => string | null;
  onSelect: (id: string) => void;
}

/** The strip of location cards above the dashboard (spec 1 section 2.1). */
export function LocationStrip({ locations, selectedId, standings, imageUrlOf, onSelect }: LocationStripProps) {
  const list = useRef<HTMLUListElement>(null);
  const [room, setRoom] = useState({ left: false, right: false });
  const measure = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const left = element.scrollLeft > 4;
    const right = element.scrollLeft + element.clientWidth < element.scrollWidth - 4;
    setRoom((before) => (before.left === left && before.right === right ? before : { left, right }));
  }, []);
  const others = locations.filter((location) => location.id !== selectedId);
  const place = locations.findIndex((location) => location.id === selectedId);

  useEffect(() => {
    // The strip goes to where the selected location was taken out.
    list.current?.scrollTo({ left: Math.max(0, (place - 1) * cardStepPx), behavior: 'smooth' });
  }, [place]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the room for arrows changes with the number of cards too
  useEffect(() => {
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [measure, others.length]);

  if (others.length === 0) return null;
  const step = (direction: 1 | -1) => list.current?.scrollBy({ left: direction * cardStepPx, behavior: 'smooth' });
  return (
    <nav className={classes.strip} aria-label="Other locations">
      {room.left && (
        <ActionIcon
          className={classes.arrow}
          data-side="left"
          variant="default"
          radius="xl"
          aria-label="Scroll locations left"
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={20} />
        </ActionIcon>
      )}
      <ul ref={list} className={classes.list} onScroll={measure}>
        {others.map((location, i) => (
          <li key={location.id} className={classes.item} style={{ animationDelay: `${Math.min(i, 10) * 200}ms` }}>
            <LocationCard
              label={location.label}
              imageUrl={imageUrlOf(location.id)}
              standing={standings.get(location.id) ?? { threats: [], lightning: 'asking', warnings: 'asking' }}
              onSelect={() => onSelect(location.id)}
            />
          </li>
        ))}
      </ul>
      {room.right && (
        <ActionIcon
          className={classes.arrow}
          data-side="right"
          variant="default"
          radius="xl"
          aria-label="Scroll locations right"
          onClick={() => step(1)}
        >
          <IconChevronRight size={20} />
        </ActionIcon>
      )}
    </nav>
  );
}
