import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  countReports,
  findDeadlineRules,
  findReport,
  findReportingConfigs,
  findReports,
} from '@voltloop/contract/calls/reporting.ts';
import type { reportsList } from '@voltloop/contract/lists/reports.list.ts';
import { call } from '../../api/call.ts';
import type { ListPlace } from '../../ui/list/use-list-place.ts';

/** Begins with `rows`: posting or voiding a document changes reports too. */
export const REPORTS = ['rows', 'reporting'] as const;
/** Refetch interval during a submission. */
const UNDER_WAY_MS = 3_000;
const AGAIN_MS = 60_000;

export const deskCounts = queryOptions({
  queryKey: [...REPORTS, 'count'],
  refetchInterval: AGAIN_MS,
  queryFn: ({ signal }) => call(countReports, { signal }),
});

export const deskPage = ({ wanted, view: { page, size } }: ListPlace<typeof reportsList>) =>
  queryOptions({
    queryKey: [...REPORTS, 'page', wanted, page, size],
    queryFn: ({ signal }) => call(findReports, { query: { ...wanted, page, size }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.list.some(({ state }) => state === 2) ? UNDER_WAY_MS : AGAIN_MS,
  });

export const oneReport = (id: string) =>
  queryOptions({
    queryKey: [...REPORTS, 'one', id],
    queryFn: ({ signal }) => call(findReport, { query: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.state === 2 ? UNDER_WAY_MS : false),
  });

export const reportsOfDocument = (documentId: string, page: number) =>
  queryOptions({
    queryKey: [...REPORTS, 'document', documentId, page],
    queryFn: ({ signal }) => call(findReports, { query: { documentId, page, size: 50 }, signal }),
  });

export const allConfigs = queryOptions({
  queryKey: [...REPORTS, 'configs'],
  queryFn: ({ signal }) => call(findReportingConfigs, { signal }),
});

export const allRules = queryOptions({
  queryKey: [...REPORTS, 'rules'],
  queryFn: ({ signal }) => call(findDeadlineRules, { signal }),
});
