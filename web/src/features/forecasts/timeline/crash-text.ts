/** In its own file, because the card loads on demand. */
export const timelineTitle = 'Conditions Timeline';
export const timelineCrashText = 'There was an error while trying to load the conditions timeline';
