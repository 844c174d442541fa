import {
  IconAlertTriangle,
  IconBolt,
  IconCloudRain,
  IconMist,
  IconShieldCheck,
  IconSnowflake,
  IconSunHigh,
  IconTemperatureSun,
  IconWind,
  IconWindsock,
  type TablerIcon,
} from '@tabler/icons-react';

const icons: Record<string, TablerIcon> = {
  LR1: IconBolt,
  LR2: IconBolt,
  LR3: IconBolt,
  LR4: IconBolt,
  WBGT: IconSunHigh,
  HEAT: IconTemperatureSun,
  CHILL: IconSnowflake,
  WIND: IconWind,
  GUST: IconWindsock,
  PRECIP: IconCloudRain,
  AQI: IconMist,
  'AQI-MAX': IconMist,
  'AQI-PM2.5': IconMist,
  'AQI-PM10': IconMist,
  'AQI-O3': IconMist,
  NWS: IconAlertTriangle,
};

/** The icon of a policy type; decorative, because its name is beside it. */
export function PolicyIcon({ shortName, size = 22 }: { shortName: string; size?: number }) {
  const Icon = icons[shortName] ?? IconShieldCheck;
  return <Icon size={size} stroke={1.8} aria-hidden="true" />;
}
