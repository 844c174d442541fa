/** Apart from the card, which loads when it is shown. */
export const timelineTitle = 'Conditions Timeline';
export const timelineCrashText = 'There was an error while trying to load the conditions timeline';
