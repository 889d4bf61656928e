import * as contract from '@voltloop/contract';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { Http } from '../../platform/http.ts';
import type { Things } from '../things/index.ts';
import { readBatchData } from './batch-data.ts';
import { readBatchLastData } from './batch-last-data.ts';
import type { DeviceIngest } from './device-ingest.ts';
import { readInfoModel } from './info-model.ts';

interface Deps {
  clickhouse: ClickHouse;
  things: Things;
  deviceIngest: DeviceIngest;
}

export function telemetryRoutes(http: Http, deps: Deps): void {
  http.implement(contract.getInfoModel, async (_ctx, { params }) => readInfoModel(params));
  http.implement(contract.batchData, (ctx, input) => readBatchData(deps, ctx, input));
  http.implement(contract.batchLastData, (ctx, input) => readBatchLastData(deps, ctx, input));
  http.implement(contract.deviceIngest, (_ctx, { params, body }, { request }) =>
    deps.deviceIngest.accept(request, params.id, body),
  );
}
