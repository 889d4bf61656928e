/** The server queries of the Upgrade page: one key and one call per query. */

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type Campaign,
  type CampaignBody,
  firmwareVersions,
  getCampaign,
  lastPackage,
  listCampaigns,
  listFirmwareKeys,
  listJobs,
  listPackages,
  listUpgradable,
  previewCampaign,
} from '@voltloop/contract/calls/firmware.ts';
import { jobStates, type PackageKind } from '@voltloop/contract/firmware-states.ts';
import type { firmwareDevicesList } from '@voltloop/contract/lists/firmware-devices.list.ts';
import { call } from '../../api/call.ts';
import type { JobsView } from '../../ui/jobs/jobs-table.tsx';
import type { ListPlace } from '../../ui/list/use-list-place.ts';
import { kindOf } from './kinds.ts';

/** Polling intervals of running and finished jobs; no polling while the page is hidden. */
const ACTIVE_POLL_MS = 2000;
const IDLE_POLL_MS = 20_000;

/** Key prefix of all queries of the page, for invalidation after a change. */
export const firmwareKey = (tenantId: string) => ['firmware', tenantId] as const;

export const latestPackage = (tenantId: string, pkgtype: PackageKind) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'latest', pkgtype],
    staleTime: 30_000,
    queryFn: ({ signal }) => call(lastPackage, { params: { tenantId }, query: { pkgtype }, signal }),
  });

export const versionCounts = (tenantId: string) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'versions'],
    staleTime: 10_000,
    refetchInterval: IDLE_POLL_MS,
    queryFn: ({ signal }) => call(firmwareVersions, { params: { tenantId }, signal }),
  });

export const packagesOf = (tenantId: string, pkgtype: PackageKind | null) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'packages', pkgtype],
    staleTime: 10_000,
    queryFn: ({ signal }) =>
      call(listPackages, { params: { tenantId }, query: { pkgtype, page_size: 100 }, signal }),
  });

export const keys = (tenantId: string) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'keys'],
    staleTime: 10_000,
    queryFn: ({ signal }) => call(listFirmwareKeys, { params: { tenantId }, signal }),
  });

/** Whether the state may change within seconds. */
export const isActive = ({ state, jobs }: Campaign): boolean =>
  jobs.sent + jobs.downloading + jobs.installing > 0 || (state === 'running' && jobs.waiting > 0);

const isUnderWay = (state: number): boolean => state >= jobStates.sent && state <= jobStates.installing;

export const CAMPAIGNS_SHOWN = 5;
export const campaigns = (tenantId: string, page: number) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'campaigns', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listCampaigns, {
        params: { tenantId },
        query: { current_page: page, page_size: CAMPAIGNS_SHOWN },
        signal,
      }),
    refetchInterval: ({ state }) => (state.data?.list.some(isActive) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  });

export const oneCampaign = (tenantId: string, id: string) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'campaign', id],
    queryFn: ({ signal }) => call(getCampaign, { params: { tenantId, id }, signal }),
    refetchInterval: ({ state }) => (state.data && isActive(state.data) ? ACTIVE_POLL_MS : IDLE_POLL_MS),
  });

export const jobsOf = (tenantId: string, id: string, view: JobsView, moving: boolean) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'jobs', id, view],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listJobs, {
        params: { tenantId, id },
        query: {
          current_page: view.page,
          page_size: view.size,
          state: view.state === null ? null : Number(view.state),
          search: view.search,
        },
        signal,
      }),
    // The campaign may be refetched as finished before its last jobs are.
    refetchInterval: ({ state }) =>
      moving || state.data?.list.some((job) => isUnderWay(job.state)) ? ACTIVE_POLL_MS : IDLE_POLL_MS,
  });

export const upgradable = (
  tenantId: string,
  { wanted: { kind, ...wanted }, view: { page, size } }: ListPlace<typeof firmwareDevicesList>,
) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'things', kind, wanted, page, size],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listUpgradable, {
        params: { tenantId },
        query: { ...wanted, pkgtype: kindOf(kind ?? null), current_page: page, page_size: size },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data?.list.some((thing) => thing.jobs.some((job) => job.state > 1))
        ? ACTIVE_POLL_MS
        : IDLE_POLL_MS,
  });

/** Preview of a campaign; refetched with each change of its form. */
export const preview = (tenantId: string, body: CampaignBody | null) =>
  queryOptions({
    queryKey: [...firmwareKey(tenantId), 'preview', body],
    enabled: body !== null,
    staleTime: 5000,
    gcTime: 10_000,
    retry: false,
    placeholderData: keepPreviousData,
    meta: { silent: true },
    queryFn: ({ signal }) =>
      call(previewCampaign, { params: { tenantId }, body: body as CampaignBody, signal }),
  });
