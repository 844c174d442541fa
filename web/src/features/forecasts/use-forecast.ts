import { forecastKeys } from '../../api/query-keys/forecasts.ts';
import { useQueryStateList } from '../../api/query-state.ts';
import { routes } from '../../api/routes.ts';

/**
 * The next 36 hours and seven days at a location. Both are always requested: whether snow is shown depends on
 * both.
 */
export function useForecast(id: string, speed: number) {
  const hourly = useQueryStateList({
    queryKey: forecastKeys.hours.of(id),
    load: (api, signal) =>
      api.call(routes.listHourlyForecast, { params: { id }, query: { hours: 36 }, signal }),
    polled: 'hourlyForecast',
    speed,
  });
  const daily = useQueryStateList({
    queryKey: forecastKeys.days.of(id),
    load: (api, signal) =>
      api.call(routes.listDailyForecast, { params: { id }, headers: { version: '2.0' }, signal }),
    polled: 'dailyForecast',
    speed,
  });
  return { hourly, daily };
}
