import type { MapSettings } from '@allclear/contract';
import { useEffect, useRef } from 'react';
import { useSaveMapSettings } from '../use-map-data.ts';
import { type MapView, middleOf } from '../view.ts';
import { type Choices, settingsFrom } from './map-settings.ts';

/** A change within this time replaces an unsaved one before it. */
const saveAfterMs = 1_000;

/** Saves the user's map settings, and writes the active layers into the address of the page. */
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
