// Plain data, so that the browser has them without the schemas.

/** A link opens a show for a year at most. */
export const maxShowLinkDays = 365;
export const maxScenes = 20;
export const maxShowPlaces = 20;
/** How long a scene stays, seconds. */
export const sceneSeconds = { least: 5, most: 600 } as const;
/** How wide the map of a scene is, miles. */
export const sceneMiles = { least: 20, most: 600 } as const;

/** 16:9, upright 9:16, and 32:3 for the ribbon of a stadium. */
export const showLayouts = ['wide', 'portrait', 'ribbon'] as const;
export type ShowLayout = (typeof showLayouts)[number];

/** Characters of texts. */
export const showTexts = { name: 80, ticker: 300, title: 60, text: 300, linkName: 100 } as const;
