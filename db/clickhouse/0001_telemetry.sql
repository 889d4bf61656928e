-- Statements end with a line that holds only `;`. {database} and the engines are filled in by the migrator:
-- ENGINE(X) becomes X on one node, ReplicatedX plus a Distributed table with CLICKHOUSE_CLUSTER.

-- Narrow rows: thing, point, part, time, value.
-- `part` is pack * 100 + cell, 0 for the whole system. `value` is in thousandths of the point's unit: integers
-- take fewer bytes than floats and stay exact. GCD takes out that a point has a coarser step than a thousandth, and
-- DoubleDelta that it moves steadily. Bytes per value, against Delta and ZSTD(1): noise at a step of 0.1 1.14 against
-- 1.86, a smooth curve 0.14 against 0.50, a counter 0.17 against 0.27.
-- The same (thing, point, part, time) twice is one row; should a device lie, the greater value counts, everywhere.
create table if not exists points (
  thing UInt32 codec(ZSTD(1)),
  point UInt16 codec(ZSTD(1)),
  part UInt16 codec(ZSTD(1)),
  time DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
  value Int64 codec(GCD, DoubleDelta, ZSTD(1))
)
engine = ENGINE(ReplacingMergeTree(value))
partition by toYYYYMM(time)
order by (thing, point, part, time)
settings fsync_after_insert = 1, non_replicated_deduplication_window = 0
;
-- A quarter of an hour of one system-level point. Every column is a minimum or a maximum, so a frame delivered
-- twice, late or out of order leaves the right answer without any re-computation. `first` and `last` hold the
-- offset in the bucket (ms, upper bits) and the value (lower 44 bits, shifted by 2^43) in one integer.
create table if not exists points_15m (
  thing UInt32 codec(ZSTD(1)),
  point UInt16 codec(ZSTD(1)),
  bucket DateTime('UTC') codec(Delta, ZSTD(1)),
  first SimpleAggregateFunction(min, UInt64) codec(Delta, ZSTD(1)),
  last SimpleAggregateFunction(max, UInt64) codec(Delta, ZSTD(1)),
  low SimpleAggregateFunction(min, Int64) codec(Delta, ZSTD(1)),
  high SimpleAggregateFunction(max, Int64) codec(Delta, ZSTD(1))
)
engine = ENGINE(AggregatingMergeTree)
partition by toYYYYMM(bucket)
order by (thing, point, bucket)
;
create materialized view if not exists points_15m_fill to points_15m as
select
  thing,
  point,
  toStartOfInterval(time, interval 15 minute) as bucket,
  bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time) % 900000), 44), toUInt64(value + 8796093022208)) as first,
  first as last,
  value as low,
  value as high
from points
where part = 0
;
-- One row per frame: what arrived, when the device took it and when it was received.
create table if not exists frames (
  thing UInt32 codec(ZSTD(1)),
  time DateTime64(3, 'UTC') codec(Delta, ZSTD(1)),
  boot UInt32 codec(ZSTD(1)),
  seq UInt32 codec(Delta, ZSTD(1)),
  quality UInt8 codec(ZSTD(1)),
  points UInt16 codec(ZSTD(1)),
  received DateTime64(3, 'UTC') codec(Delta, ZSTD(1))
)
engine = ENGINE(ReplacingMergeTree)
partition by toYYYYMM(time)
order by (thing, time, boot, seq)
;
-- Frames that could not be read, kept with their reason for 90 days.
create table if not exists rejects (
  received DateTime64(3, 'UTC'),
  devid String,
  topic String,
  reason LowCardinality(String),
  payload String
)
engine = ENGINE(MergeTree)
partition by toYYYYMM(received)
order by (devid, received)
ttl toDateTime(received) + interval 90 day
;
