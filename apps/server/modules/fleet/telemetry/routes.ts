import * as contract from '@voltloop/contract';
import type { Http } from '../../../platform/http.ts';
import type { Services } from '../../../platform/services.ts';
import { sendTable } from '../../../platform/table-export.ts';
import type { Things } from '../things/index.ts';
import { readAggregations } from './aggregations.ts';
import { readBatchData } from './batch-data.ts';
import { readBatchLastData } from './batch-last-data.ts';
import type { CounterVerdicts } from './counter-verdicts.ts';
import type { DeviceIngest } from './device-ingest.ts';
import { decide, readDoubtful, restore } from './doubtful-readings.ts';
import { readThingHours } from './energy-hours.ts';
import type { EnergyPeriods } from './energy-period.ts';
import { openComparison } from './export-comparison.ts';
import { openExport } from './export-history.ts';
import type { FleetEnergy } from './fleet-energy.ts';
import { readThingForecast } from './forecast.ts';
import { readHistoryAggregation } from './history-aggregation.ts';
import type { HistoryCache } from './history-cache.ts';
import { readInfoModel } from './info-model.ts';
import { readRejects } from './list-rejects.ts';
import { type NewestCounters, readEnergyCounters } from './newest-counters.ts';
import type { CounterStore } from './read-counters.ts';

interface Deps extends Pick<Services, 'clickhouse' | 'db'> {
  counters: CounterStore;
  verdicts: CounterVerdicts;
  history: HistoryCache;
  things: Things;
  deviceIngest: DeviceIngest;
  fleetEnergy: FleetEnergy;
  energyPeriods: EnergyPeriods;
  newestCounters: NewestCounters;
  legacyApi: boolean;
}

export function telemetryRoutes(http: Http, deps: Deps): void {
  http.implement(contract.getInfoModel, (ctx, { params }) => readInfoModel(deps, ctx, params));
  http.implement(contract.batchData, (ctx, input) => readBatchData(deps, ctx, input));
  if (deps.legacyApi) {
    // A legacy call (interpretation C32): rows of one thing by its devid alone.
    http.implement(contract.legacyDeviceData, async (ctx, { params, query }) => {
      const { devid, infoModelId } = await deps.things.find(ctx.caller, params.id);
      const tenantId = ctx.caller.tenantId;
      return readBatchData(deps, ctx, {
        params: { tenantId, infoModelId },
        query: { ...query, thirdThingsIds: [devid] },
      });
    });
  }
  http.implement(contract.batchLastData, (ctx, input) => readBatchLastData(deps, ctx, input));
  http.implement(contract.historyAggregation, (ctx, input) => readHistoryAggregation(deps, ctx, input));
  http.implement(contract.aggregations, (ctx, input) => readAggregations(deps, ctx, input));
  http.implement(contract.fleetEnergy, async (ctx) => deps.fleetEnergy.read(ctx.caller));
  http.implement(contract.energyPeriod, async (ctx, { query }) => deps.energyPeriods.read(ctx, query));
  http.implement(contract.energyCounters, (ctx, { query }) => readEnergyCounters(deps, ctx, query));
  http.implement(contract.thingEnergyHours, (ctx, input) => readThingHours(deps, ctx, input));
  http.implement(contract.thingForecast, (ctx, { params }) => readThingForecast(deps, ctx, params));
  http.implement(contract.doubtfulReadings, (ctx, input) => readDoubtful(deps, ctx, input));
  http.implement(contract.decideReadings, (ctx, input) => decide(deps, ctx, input));
  http.implement(contract.restoreReadings, (ctx, input) => restore(deps, ctx, input));
  http.implement(contract.listRejects, (ctx, input) => readRejects(deps, ctx, input));
  http.implement(contract.exportHistory, async (ctx, input, { reply }) =>
    sendTable(reply, await openExport(deps, ctx, input)),
  );
  http.implement(contract.exportComparison, async (ctx, input, { reply }) =>
    sendTable(reply, await openComparison(deps, ctx, input)),
  );
  http.implement(contract.deviceIngest, (_ctx, { params, body }, { request }) =>
    deps.deviceIngest.accept(request, params.id, body),
  );
  http.implement(contract.deviceRaw, (_ctx, { params, body }, { request }) =>
    deps.deviceIngest.acceptRaw(request, params.id, params.name, body),
  );
}
