/**
 * `npm run hardware-histories`: random histories of a siren, its light, words, relay and public page, with strikes, gaps,
 * unknown data, schedules, edits, restarts, lost answers and failing devices, judged by a model of its own.
 */
import { playSeed } from '@allclear/domain/test/hardware/tally.ts';
import { playHistories } from './play-histories.ts';

await playHistories(import.meta.url, playSeed);
