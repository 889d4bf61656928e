import type { PeriodEnergy } from '@voltloop/contract';
import { type Frame, type TopicKind, topicOf } from '@voltloop/protocol';
import { decodeMessage } from '@voltloop/protocol/decode-message.ts';
import { liveFrameTopic } from '../../../platform/bus.ts';
import type { Http } from '../../../platform/http.ts';
import type { Module } from '../../../platform/module.ts';
import { Notices } from '../../../platform/notices.ts';
import { oldestFrame, retentionOf } from '../../../platform/retention.ts';
import type { Services } from '../../../platform/services.ts';
import type { TenantRates } from '../../../platform/tenant-rates.ts';
import type { UplinkRouter } from '../../../platform/uplink.ts';
import type { StuckCause } from '../../../platform/write-progress.ts';
import type { DeviceRow, Things } from '../things/index.ts';
import { countBeyond, type Limit } from './count-beyond.ts';
import { CounterReads } from './counter-reads.ts';
import { CounterVerdicts, VERDICTS_CHANGED } from './counter-verdicts.ts';
import { DeviceIngest, type RawReader } from './device-ingest.ts';
import type { DeviceRows, EnergyQuery, HistoryQuery } from './device-rows.ts';
import { energyRows } from './device-rows-energy.ts';
import { historyRows } from './device-rows-history.ts';
import { readMemberHours } from './energy-hours.ts';
import { EnergyPeriods } from './energy-period.ts';
import { readFirstEnergy } from './first-data.ts';
import { FleetEnergy } from './fleet-energy.ts';
import { readMemberForecast } from './forecast.ts';
import { HistoryCache } from './history-cache.ts';
import { type CommittedListener, Ingest } from './ingest.ts';
import { LateNotices } from './late-notices.ts';
import { Latest, type SilenceListener } from './latest.ts';
import { type MemberPeriod, readMemberPeriod } from './member-period.ts';
import { readMemberPower } from './member-power.ts';
import { type EnergySlot, type Member, type MemberSlots, readMemberEnergy } from './members.ts';
import { NewestCounters } from './newest-counters.ts';
import { type NewestReading, readNewestReadings } from './newest-readings.ts';
import type { CounterStore } from './read-counters.ts';
import { telemetryRoutes } from './routes.ts';
import { type Position, parseStateMessage, positionIn } from './state-rules.ts';

export { calendarCuts } from './calendar.ts';
export type { Limit } from './count-beyond.ts';
export type { DeviceRows, DeviceWindow, EnergyQuery, HistoryQuery } from './device-rows.ts';
export { addEnergy } from './energy-points.ts';
export { columnLabel, fixedLabels } from './export-cells.ts';
export type { CommittedListener } from './ingest.ts';
export type { SilenceListener } from './latest.ts';
export type { MemberPeriod } from './member-period.ts';
export type { EnergySlot, Member, MemberSlots } from './members.ts';
export { countRejects, type RejectFilter, retryRejects } from './retry-rejects.ts';
export type { Position } from './state-rules.ts';
export { writeFrames } from './write-frames.ts';

export { CounterReads };

/** A position that a thing has reported. */
export interface ThingPosition extends Position {
  thingId: string;
  devid: string;
}

export interface Telemetry extends Module {
  /**
   * Calls `listener` after each commit with its frames: thing, device time, quality and the accepted system-level
   * values. For derived facts, such as fault bits. It must not throw or block.
   */
  onCommitted(listener: CommittedListener): void;
  /**
   * Calls `listener` with each position that a thing reports; the device's message is acknowledged when the promise
   * resolves, and redelivered when it rejects.
   */
  onPosition(listener: (position: ThingPosition) => Promise<void>): void;
  /** Adds these system-level points to the values of later frames of {@link onCommitted}. */
  watch(points: ReadonlySet<string>): void;
  /** Counts of things, by key, with a reading of a point since `from_ms`, and with a newest one beyond a limit. */
  countBeyond(
    keys: readonly number[],
    limit: Limit,
    from_ms: number,
  ): Promise<{ reporting: number; beyond: number }>;
  /** The newest readings of a point since `from_ms`, of each thing and pack. */
  newestReadings(keys: readonly number[], point: string, from_ms: number): Promise<NewestReading[]>;
  /** Energy of several things together by calendar slots of one zone, each only during its membership. */
  memberEnergy(members: readonly Member[], query: MemberSlots): Promise<EnergySlot[]>;
  /** When the first energy of several things was measured during their membership; null without any. */
  firstEnergy(members: readonly Member[], now_ms: number): Promise<number | null>;
  /** A period of members, with the previous period and the one a year before. */
  memberPeriod(members: readonly Member[], query: MemberPeriod): Promise<PeriodEnergy>;
  /** One energy of members through a year, by hours. */
  memberHours(
    members: readonly Member[],
    query: Parameters<typeof readMemberHours>[2],
  ): ReturnType<typeof readMemberHours>;
  /** The forecast of members until the end of tomorrow. */
  memberForecast(
    members: readonly Member[],
    at: { zone: string; now_ms: number },
  ): ReturnType<typeof readMemberForecast>;
  /** Powers of members by quarter-hours. */
  memberPower(members: readonly Member[], from_ms: number, to_ms: number): ReturnType<typeof readMemberPower>;
  /** Readings or energies of many devices as rows, for files. */
  deviceRows(query: HistoryQuery | EnergyQuery): DeviceRows;
  /** Counters without their doubtful readings. */
  readonly counters: CounterReads;
  /**
   * Accepted levels of the energy counters of some things, Wh by key; counters without a reading since `from_ms` are
   * absent, and levels from before the times in `oldest`.
   */
  newestCounters(...of: Parameters<NewestCounters['read']>): ReturnType<NewestCounters['read']>;
  /**
   * Derives the status of things again (2 while an event of level 3 is active, 3 during a firmware upgrade); call it
   * after their events or upgrades changed.
   */
  refreshStatus(thingIds: readonly string[]): Promise<void>;
  /**
   * Stores an unreadable message among the rejects, as for telemetry: with a reason that names its invalid field, and
   * limited per device. Resolves when it is committed and may be acknowledged.
   */
  reject(devid: string, kind: TopicKind, payload: Buffer, field: string): Promise<void>;
  /** The same for a message in a foreign device's own words, with the reasons. */
  rejectRaw(devid: string, topic: string, payload: Buffer, reasons: readonly string[]): Promise<void>;
  /**
   * Stores a frame that was made of a foreign message; resolves with the number of accepted points when it is committed. What
   * its model does not allow is among the rejects, with the message.
   */
  acceptFrame(message: { devid: string; topic: string; payload: Buffer }, frame: Frame): Promise<number>;
  /** Notes what a foreign device says about its connection. */
  noteOnline(thing: DeviceRow, devid: string, online: boolean): void;
  /** Who reads the messages that foreign devices send over HTTP. */
  readRawBy(reader: RawReader): void;
  /** Registers what to do when things fall silent, or send messages again. */
  onSilence(listener: SilenceListener): void;
  /** Marks silent things as offline now. For tests. */
  markSilent(): Promise<void>;
  /** Why nothing is written although frames or states wait; null while writing works. */
  stuck(): StuckCause | null;
  /** Writes last known states now; resolves when they are in PostgreSQL. For tests and an orderly stop. */
  flush(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Stores device readings, keeps the last known state, and answers queries.
 * @param brokerLink Why device messages cannot be read; null while they can.
 */
export async function createTelemetry(
  services: Services,
  things: Things,
  uplink: UplinkRouter,
  tenantRates?: TenantRates,
  brokerLink: () => unknown = () => null,
): Promise<Telemetry> {
  const { bus, db, pool, log, clock, config } = services;
  const notices = new Notices(pool, log, 'voltloop_history', {
    onNotice: (key) => (key === VERDICTS_CHANGED ? reloadVerdicts() : history.invalidate(Number(key))),
    onGap: () => {
      history.invalidateAll();
      reloadVerdicts();
    },
  });
  const reloadVerdicts = () =>
    void verdicts.reload().catch((err) => log.warn({ err }, 'verdicts about readings could not be read'));
  const history = new HistoryCache(clock, () => notices.listening);
  const late = new LateNotices(db, log);
  const clickhouse = history.over(services.clickhouse);
  const verdicts = new CounterVerdicts(db);
  const counters: CounterStore = {
    clickhouse,
    verdicts: (thing, point) => verdicts.of(thing, point),
    version: () => verdicts.version,
  };
  const ingest = new Ingest({
    clickhouse,
    things,
    log,
    clock,
    oldest: (now_ms, thing) => oldestFrame(retentionOf(config.retention, thing.retention), now_ms),
  });
  const latest = new Latest(services, {
    oldestPending: () => ingest.oldestPending(),
    interrupted: () => brokerLink() !== null,
    refused: (devid, change, error) =>
      ingest.reject(devid, topicOf(devid, 'state'), change, { refusal: error }),
  });
  const deviceIngest = new DeviceIngest(
    things,
    ingest,
    bus,
    config.deviceRate,
    !config.tls?.certificatesOnly,
    tenantRates,
    () => (services.clockWatch?.fault() ?? null) !== null,
  );
  const fleetEnergy = new FleetEnergy(counters, things, clock);
  const energyPeriods = new EnergyPeriods(counters, things, clock);
  const positionListeners: ((position: ThingPosition) => Promise<void>)[] = [];
  ingest.onCommitted((frames) => {
    late.add(history.committed(frames));
    latest.noteFrames(frames);
  });

  uplink.identifyBy(async (devid) => (await things.byDevid(devid))?.id ?? null);
  uplink.onFault(({ devid, kind, topic, payload }, err) => {
    log.warn({ err, devid, kind }, 'a message could not be processed; it is stored among the rejects');
    const where = kind === 'raw' ? (topic ?? '') : topicOf(devid, kind);
    return ingest.reject(devid, where, payload, { refusal: err });
  });
  uplink.on('telemetry', ({ devid, payload }) => ingest.accept(devid, payload));
  uplink.on('state', async ({ devid, payload, retained }) => {
    // A retained message is not current; an online device reports on its own.
    if (retained) return;
    const received_ms = clock().getTime();
    const message = parseStateMessage(decodeMessage(payload));
    if (!message) return ingest.reject(devid, topicOf(devid, 'state'), payload, { field: 'online' });
    const thing = await things.byDevid(devid);
    if (!thing) return log.debug({ devid }, 'a state message of no thing');
    latest.noteState(thing, devid, message, received_ms);
    const position = positionIn(message, received_ms);
    if (position)
      await Promise.all(positionListeners.map((listen) => listen({ thingId: thing.id, devid, ...position })));
  });

  const newestCounters = new NewestCounters(counters);
  return {
    onCommitted: (listener) => ingest.onCommitted(listener),
    onPosition: (listener) => void positionListeners.push(listener),
    watch: (points) => ingest.watch(points),
    countBeyond: (keys, limit, from_ms) => countBeyond(clickhouse, keys, limit, from_ms),
    newestReadings: (keys, point, from_ms) => readNewestReadings(services.clickhouse, keys, point, from_ms),
    firstEnergy: (members, now_ms) => readFirstEnergy(clickhouse, members, now_ms),
    memberEnergy: (members, query) => readMemberEnergy(counters, members, query),
    memberPeriod: (members, query) => readMemberPeriod(counters, members, query),
    memberHours: (members, query) => readMemberHours(counters, members, query),
    memberForecast: (members, at) => readMemberForecast(counters, members, at),
    memberPower: (members, from_ms, to_ms) => readMemberPower(clickhouse, members, from_ms, to_ms),
    deviceRows: (query) =>
      query.content === 'history'
        ? historyRows(services.clickhouse, query)
        : energyRows({ ...counters, clickhouse: services.clickhouse }, query),
    counters: new CounterReads(counters),
    newestCounters: (...of) => newestCounters.read(...of),
    refreshStatus: (ids) => latest.refreshStatus(ids),
    reject: (devid, kind, payload, field) => ingest.reject(devid, topicOf(devid, kind), payload, { field }),
    rejectRaw: (devid, topic, payload, reasons) => ingest.rejectFor(devid, topic, payload, reasons),
    async acceptFrame({ devid, topic, payload }, frame) {
      const accepted = await ingest.accept(devid, payload, frame, topic);
      // For current watchers of the device; the frame is committed, so nothing is lost when the bus is unreachable.
      void bus.publish(liveFrameTopic(devid), Buffer.from(JSON.stringify(frame))).catch(() => {});
      return accepted;
    },
    noteOnline: (thing, devid, online) => latest.noteState(thing, devid, { online }, clock().getTime()),
    readRawBy: (reader) => deviceIngest.readRawBy(reader),
    onSilence: (listener) => latest.onSilence(listener),
    markSilent: () => latest.markSilent(),
    stuck: () => ingest.stuck() ?? latest.stuck(),
    flush: () => latest.flush(),
    routes: (http: Http) =>
      telemetryRoutes(http, {
        clickhouse,
        counters,
        verdicts,
        db,
        history,
        things,
        deviceIngest,
        fleetEnergy,
        energyPeriods,
        newestCounters,
        legacyApi: config.legacyApi,
      }),
    async start() {
      await verdicts.reload();
      await notices.start();
      await latest.start();
    },
    async stop() {
      await ingest.stop();
      await latest.stop();
      await late.stop();
      await notices.stop();
    },
  };
}
