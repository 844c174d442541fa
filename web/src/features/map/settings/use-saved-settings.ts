import type { MapSettings } from '@allclear/contract';
import { useEffect, useRef } from 'react';
import { useSaveMapSettings } from '../use-map-data.ts';
import { type MapView, middleOf } from '../view.ts';
import { type Choices, settingsFrom } from './map-settings.ts';

/** What is changed again within this is not kept in between. */
const saveAfterMs = 1_000;

/** Keeps how a person has the map, and tells which layers are on, for the address of the page. */
export function useSavedSettings(
  choices: Choices,
  view: MapView | null,
  onLayers: (layers: MapSettings['overlays']) => void,
): void {
  const save = useSaveMapSettings();
  const latest = useRef({ save, onLayers });
  latest.current = { save, onLayers };
  const { overlays } = choices;
  useEffect(() => latest.current.onLayers([...overlays]), [overlays]);
  useEffect(() => {
    if (view === null) return;
    const settings = settingsFrom(choices, { ...middleOf(view), zoom: view.zoom });
    const timer = setTimeout(() => latest.current.save(settings), saveAfterMs);
    return () => clearTimeout(timer);
  }, [choices, view]);
}
