-- A station's history is read from this index alone: the rows beside it are wide (they keep what was sent, word for word).
create index observations_history on observations (station_id, observed_at)
  include (temperature_c, dew_point_c, wind_mps, wind_gust_mps, solar_wm2, cloud_cover, wbgt_c);
