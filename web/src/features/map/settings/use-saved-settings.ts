import type { MapSettings } from '@allclear/contract';
import { useEffect, useRef } from 'react';
import { useKeepMapSettings } from '../use-map-data.ts';
import { type MapView, middleOf } from '../view.ts';
import { type Choices, settingsFrom } from './map-settings.ts';

/** What is changed again within this is not kept in between. */
const keepAfterMs = 1_000;

/** Keeps how a person has the map, and tells which layers are on, for the address of the page. */
export function useKeptChoices(
  choices: Choices,
  view: MapView | null,
  onLayers: (layers: MapSettings['overlays']) => void,
): void {
  const keep = useKeepMapSettings();
  const latest = useRef({ keep, onLayers });
  latest.current = { keep, onLayers };
  const { overlays } = choices;
  useEffect(() => latest.current.onLayers([...overlays]), [overlays]);
  useEffect(() => {
    if (view === null) return;
    const settings = settingsFrom(choices, { ...middleOf(view), zoom: view.zoom });
    const timer = setTimeout(() => latest.current.keep(settings), keepAfterMs);
    return () => clearTimeout(timer);
  }, [choices, view]);
}
