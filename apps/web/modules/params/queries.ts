/** The server queries of Parameter Setting: one key and one call per query. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getParamBatch,
  getParams,
  listParamBatches,
  listParamChanges,
  listParamJobs,
  listParamSets,
  listParamTemplates,
  type ParamBatchBody,
  type ParamJobState,
  previewParamBatch,
} from '@voltloop/contract/calls/params.ts';
import { listThings } from '@voltloop/contract/calls/things.ts';
import { call } from '../../api/call.ts';
import type { JobsView } from '../../ui/jobs/jobs-table.tsx';

/** Polling intervals of running and finished jobs; no polling while the page is hidden. */
const ACTIVE_POLL_MS = 1000;
const IDLE_POLL_MS = 15_000;

/** Key prefix of all queries of the page, for invalidation after a change. */
export const paramsKey = (tenantId: string) => ['params', tenantId] as const;

export const deviceParams = (tenantId: string, devid: string) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'device', devid],
    refetchInterval: IDLE_POLL_MS,
    queryFn: ({ signal }) => call(getParams, { params: { tenantId, thingsId: devid }, signal }),
  });

export const PAGE = 20;
export const changesOf = (tenantId: string, devid: string, key: string, page: number) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'changes', devid, key, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listParamChanges, {
        params: { tenantId, thingsId: devid },
        query: { key, current_page: page, page_size: PAGE },
        signal,
      }),
  });

export const SETS_SHOWN = 10;
export const setsOf = (tenantId: string, devid: string, page: number) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'sets', devid, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listParamSets, {
        params: { tenantId, thingsId: devid },
        query: { current_page: page, page_size: SETS_SHOWN },
        signal,
      }),
  });

export const templates = (tenantId: string, search = '') =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'templates', search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listParamTemplates, { params: { tenantId }, query: { search, page_size: 500 }, signal }),
  });

export const BATCHES_SHOWN = 10;
export const batches = (tenantId: string, page: number, open: boolean) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'batches', page, open],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listParamBatches, {
        params: { tenantId },
        query: { current_page: page, page_size: BATCHES_SHOWN, open: open ? 'true' : undefined },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.list.some((b) => b.open > 0) ? 2 * ACTIVE_POLL_MS : IDLE_POLL_MS,
  });

export const oneBatch = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'batch', id],
    queryFn: ({ signal }) => call(getParamBatch, { params: { tenantId, id }, signal }),
    refetchInterval: ({ state }) => (state.data && state.data.open === 0 ? IDLE_POLL_MS : ACTIVE_POLL_MS),
  });

export const jobsOf = (tenantId: string, id: string, view: JobsView, moving: boolean) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'jobs', id, view],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listParamJobs, {
        params: { tenantId, id },
        query: {
          current_page: view.page,
          page_size: view.size,
          state: view.state as ParamJobState | null,
          search: view.search,
        },
        signal,
      }),
    // The batch may be refetched as finished before its last jobs are.
    refetchInterval: ({ state }) =>
      moving || state.data?.list.some((job) => !job.finished_at) ? ACTIVE_POLL_MS : IDLE_POLL_MS,
  });

/** The only job of a change of one device; polled until it is finished. */
export const oneJob = (tenantId: string, batchId: string) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'job', batchId],
    queryFn: async ({ signal }) => {
      const page = await call(listParamJobs, {
        params: { tenantId, id: batchId },
        query: { page_size: 1 },
        signal,
      });
      return page.list[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.finished_at ? false : ACTIVE_POLL_MS),
  });

/** Number of devices in a batch; refetched with each change of its form. */
export const preview = (tenantId: string, body: ParamBatchBody | null) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'preview', body],
    enabled: body !== null,
    staleTime: 5000,
    gcTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { silent: true },
    queryFn: ({ signal }) =>
      call(previewParamBatch, { params: { tenantId }, body: body as ParamBatchBody, signal }),
  });

export const offeredDevices = (tenantId: string, search: string) =>
  queryOptions({
    queryKey: [...paramsKey(tenantId), 'devices', search],
    staleTime: 15_000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listThings, { params: { tenantId }, query: { search, page_size: 30, sort: 'devname' }, signal }),
  });
