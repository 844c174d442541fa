/**
 * `npm run thunder-histories`: random histories of reports of thunder, taken back and sent late by phones with wrong
 * clocks, closures, strikes, gaps and restarts, judged by a model of its own.
 */
import { playSeed } from '@allclear/domain/test/thunder/tally.ts';
import { playHistories } from './play-histories.ts';

await playHistories(import.meta.url, playSeed);
