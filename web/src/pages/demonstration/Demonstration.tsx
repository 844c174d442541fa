import type { Status } from '@allclear/contract';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { DemonstrationPanel } from '../../features/demonstration/DemonstrationPanel.tsx';
import { useLocations } from '../../features/locations/use-locations.ts';

interface DemonstrationProps {
  id: string;
  status: Status;
  onClose: () => void;
}

/** The panel for the place that the page shows, or for another one that is chosen in it. */
export default function Demonstration({ id, status, onClose }: DemonstrationProps) {
  const locations = useLocations();
  const [search] = useSearchParams();
  const [chosen, choose] = useState<string | null>(null);
  const shown = search.get('location');
  const list = locations.data ?? [];
  const byId = (wanted: string | null) => list.find((location) => location.id === wanted);
  return (
    <DemonstrationPanel
      id={id}
      locations={list}
      location={byId(chosen) ?? byId(shown) ?? list[0] ?? null}
      speed={status.speed}
      onChoose={choose}
      onClose={onClose}
    />
  );
}
