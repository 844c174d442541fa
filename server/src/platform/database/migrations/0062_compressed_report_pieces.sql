-- CSV files of reports are stored compressed by gzip, which is faster and smaller than PostgreSQL's own compression.
-- Null: the bytes are stored as they are. Otherwise how many there are after decompression.
alter table report_pieces add column unzipped_bytes int;
alter table report_pieces alter column bytes set storage external;
