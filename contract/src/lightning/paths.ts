export const listStrikeFeeds = { method: 'GET', path: 'ingest/feeds' } as const;
export const addStrikeFeed = { method: 'POST', path: 'ingest/feeds' } as const;
export const deleteStrikeFeed = { method: 'DELETE', path: 'ingest/feeds/:id' } as const;
export const ingestStrikes = { method: 'POST', path: 'ingest/strikes' } as const;
export const getDelay = { method: 'GET', path: 'location/Delay/:id' } as const;
export const listDelays = { method: 'GET', path: 'location/Delay' } as const;
export const getLightningTape = { method: 'GET', path: 'location/LightningTape/:id' } as const;
