export const listWeatherStations = { method: 'GET', path: 'WeatherStation' } as const;
export const getWeatherStation = { method: 'GET', path: 'WeatherStation/:id' } as const;
export const addWeatherStation = { method: 'POST', path: 'WeatherStation' } as const;
export const deleteWeatherStation = { method: 'DELETE', path: 'WeatherStation/:id' } as const;
export const getWeatherStationData = { method: 'GET', path: 'Hardware/WeatherStation/Data/:id' } as const;
export const getStationImage = { method: 'GET', path: 'WeatherStation/Image/:id' } as const;
export const putStationImage = { method: 'POST', path: 'WeatherStation/Image/:id' } as const;
export const getStationImageLastModified = {
  method: 'GET',
  path: 'Hardware/WeatherStation/Image/LastModified/:id',
} as const;
export const listReadableStations = { method: 'GET', path: 'WeatherStation/Readable' } as const;
export const getStationCurrent = { method: 'GET', path: 'WeatherStation/Current/:id' } as const;
export const getStationFeatures = { method: 'GET', path: 'WeatherStation/Features/:id' } as const;
export const shareStation = { method: 'PATCH', path: 'WeatherStation/Shared' } as const;
export const getPublicStation = { method: 'GET', path: 'public/WeatherStation/:id' } as const;
export const getPublicStationImage = { method: 'GET', path: 'public/WeatherStation/:id/Image' } as const;
