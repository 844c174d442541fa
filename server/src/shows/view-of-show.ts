import {
  type ShowPlace,
  type ShowView,
  type ShowViewInput,
  showView,
  type WeatherKind,
} from '@allclear/domain';
import { type Clock, wallNow } from '../platform/clock/clock.ts';
import type { PlaceWithWarnings } from '../warnings/index.ts';
import { noWeather, type WidgetOrganizationData, type WidgetWeather } from '../widgets/index.ts';
import type { StoredShow } from './shows.store.ts';

/** The places of a show that exist, with what is known of each. */
export function placesOfShow(
  { placeIds }: Pick<StoredShow, 'placeIds'>,
  { places }: WidgetOrganizationData,
  {
    weather,
    answers,
  }: {
    readonly weather: ReadonlyMap<string, WidgetWeather>;
    readonly answers: ReadonlyMap<string, PlaceWithWarnings>;
  },
): ShowPlace[] {
  return places
    .filter(({ id }) => placeIds.includes(id))
    .map(({ id, name, timeZone, groupIds }) => {
      const { readings, forecast } = weather.get(id) ?? noWeather;
      const answered = answers.get(id);
      return {
        ...{ id, name, timeZone, groupIds, readings, forecast },
        state: answered
          ? {
              ...{ answer: answered.answer, observedThrough: answered.observedThrough, open: answered.open },
              isPaused: answered.countdown?.paused ?? false,
            }
          : null,
      };
    });
}

/** Of its first place that exists. */
export function timeZoneOfShow(
  { placeIds }: Pick<StoredShow, 'placeIds'>,
  { places }: WidgetOrganizationData,
): string {
  const first = placeIds.flatMap((id) => places.find((place) => place.id === id) ?? [])[0];
  return first?.timeZone ?? 'Etc/UTC';
}

/** What a show shows at this moment. */
export function viewOfShow(
  {
    show,
    clock,
    weather,
  }: { readonly show: StoredShow; readonly clock: Clock; readonly weather: WeatherKind },
  {
    places,
    policies,
    images,
    cameras,
    goodUntil,
  }: Pick<ShowViewInput, 'places' | 'policies' | 'images' | 'cameras' | 'goodUntil'>,
): ShowView {
  return showView({
    ...{ show, places, policies, images, cameras, goodUntil },
    ...{ now: clock.now(), wallNow: wallNow(), speed: clock.speed, weather },
  });
}
