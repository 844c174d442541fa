-- What each station measured, summed up by quarter hours, hours and local days, so that long ranges are read without the
-- reports: domain/src/stations/station-summary.ts says what each column means. A measure without a value is null.
create table station_quarters (
  station_id text not null references stations (id) on delete cascade,
  -- The beginning.
  at timestamptz not null,
  reports integer not null,
  quarters integer not null,
  temperature_c_least double precision, temperature_c_greatest double precision, temperature_c_sum double precision, temperature_c_count integer,
  feels_like_c_least double precision, feels_like_c_greatest double precision, feels_like_c_sum double precision, feels_like_c_count integer,
  heat_index_c_least double precision, heat_index_c_greatest double precision, heat_index_c_sum double precision, heat_index_c_count integer,
  wind_chill_c_least double precision, wind_chill_c_greatest double precision, wind_chill_c_sum double precision, wind_chill_c_count integer,
  wbgt_c_least double precision, wbgt_c_greatest double precision, wbgt_c_sum double precision, wbgt_c_count integer,
  humidity_pct_least double precision, humidity_pct_greatest double precision, humidity_pct_sum double precision, humidity_pct_count integer,
  dew_point_c_least double precision, dew_point_c_greatest double precision, dew_point_c_sum double precision, dew_point_c_count integer,
  wind_mps_least double precision, wind_mps_greatest double precision, wind_mps_sum double precision, wind_mps_count integer,
  gust_mps_least double precision, gust_mps_greatest double precision, gust_mps_sum double precision, gust_mps_count integer,
  solar_wm2_least double precision, solar_wm2_greatest double precision, solar_wm2_sum double precision, solar_wm2_count integer,
  cloud_cover_least double precision, cloud_cover_greatest double precision, cloud_cover_sum double precision, cloud_cover_count integer,
  pm25_ugm3_least double precision, pm25_ugm3_greatest double precision, pm25_ugm3_sum double precision, pm25_ugm3_count integer,
  pm10_ugm3_least double precision, pm10_ugm3_greatest double precision, pm10_ugm3_sum double precision, pm10_ugm3_count integer,
  pm25_aqi_least double precision, pm25_aqi_greatest double precision, pm25_aqi_sum double precision, pm25_aqi_count integer,
  pm10_aqi_least double precision, pm10_aqi_greatest double precision, pm10_aqi_sum double precision, pm10_aqi_count integer,
  wind_east_sum double precision not null,
  wind_north_sum double precision not null,
  wind_vectors integer not null,
  rain_mm double precision,
  max_rain_hour_mm double precision,
  primary key (station_id, at)
) partition by range (at);

create table station_hours (like station_quarters including defaults, primary key (station_id, at)) partition by range (at);
alter table station_hours add foreign key (station_id) references stations (id) on delete cascade;

-- The days ('YYYY-MM-DD') of the time zone in which the station stands.
create table station_days (like station_quarters including defaults, day text not null, until timestamptz not null, primary key (station_id, at));
alter table station_days add foreign key (station_id) references stations (id) on delete cascade;

-- Of PM2.5 there is a column already.
alter table observations add column pm10_ugm3 double precision;
