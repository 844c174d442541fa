import type { ProactiveForecast } from '@allclear/contract';
import type { StoredForecast } from './store.ts';

export function presentForecast(forecast: StoredForecast): ProactiveForecast {
  return {
    id: forecast.id,
    revision: forecast.revision,
    forecastType: { name: forecast.typeName, color: forecast.color },
    expiresAt: new Date(forecast.expiresAt).toISOString(),
    organizationLocationIds: [...forecast.organizationLocationIds],
    messages: forecast.messages.map(({ id, headline, html, createdAt }) => ({
      id,
      headline,
      message: html,
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
}
