export const getTodayForecast = { method: 'GET', path: 'forecast/Today/ForLocation/:id' } as const;
export const listHourlyForecast = { method: 'GET', path: 'forecast/Hourly/ForLocation/:id' } as const;
export const listTodayHours = { method: 'GET', path: 'forecast/Today/Hourly/ForLocation/:id' } as const;
export const listTodayHoursAt = { method: 'GET', path: 'forecast/Today/Hourly' } as const;
export const listDailyForecast = { method: 'GET', path: 'forecast/Daily/ForLocation/:id' } as const;
