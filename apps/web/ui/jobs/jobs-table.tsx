import { Select } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { SearchField } from '../list/search-field.tsx';
import { EmptyState } from '../states/states.tsx';
import { StatusBadge } from '../status-badge.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { Pager } from '../table/pager.tsx';
import type { Tone } from '../theme/tones.ts';
import { RelativeTime } from '../time/relative-time.tsx';
import styles from './jobs.module.css';

export interface JobsView {
  page: number;
  size: number;
  state: string | null;
  search: string;
}

/** What a table of jobs shows: its first page at first. */
export const useJobsView = () => useState<JobsView>({ page: 1, size: 10, state: null, search: '' });

interface JobsTableProps<Job> {
  view: JobsView;
  onShow: (next: JobsView) => void;
  found: UseQueryResult<{ list: Job[]; total: number }>;
  columns: readonly Column<Job>[];
  words: Record<'table' | 'search' | 'filter' | 'allStates' | 'none', string>;
  states: { value: string; label: string }[];
  rowHeight: number;
  card: (job: Job) => ReactNode;
  cardHeight: number;
}

/** The jobs of a campaign or batch: search, filter by state, pages. */
export function JobsTable<Job extends { id: string }>({
  view,
  onShow,
  found,
  columns,
  words,
  states,
  ...rows
}: JobsTableProps<Job>) {
  const show = (next: Partial<JobsView>) => onShow({ ...view, page: 1, ...next });
  const total = found.data?.total ?? 0;
  return (
    <div className={styles.jobs}>
      <div className={styles.bar}>
        <SearchField
          className={styles.search}
          label={words.search}
          value={view.search}
          onChange={(search) => show({ search })}
        />
        <Select
          className={styles.filter}
          aria-label={words.filter}
          placeholder={words.allStates}
          clearable
          clearButtonProps={{ 'aria-label': words.allStates }}
          data={states}
          value={view.state}
          onChange={(state) => show({ state })}
        />
      </div>
      <DataTable<Job>
        label={words.table}
        columns={columns}
        rows={found.data?.list ?? []}
        keyOf={(job) => job.id}
        loading={found.isPending}
        error={found.data ? undefined : found.error}
        onRetry={() => void found.refetch()}
        empty={<EmptyState compact title={words.none} />}
        footer={
          total > 10 && (
            <Pager page={view.page} size={view.size} total={total} autoScroll={false} onChange={show} />
          )
        }
        {...rows}
      />
    </div>
  );
}

interface JobColumns<Job> {
  headers: Record<'device' | 'time' | 'action', string>;
  device: (job: Job) => ReactNode;
  /** Between the device and the time. */
  columns: readonly Column<Job>[];
  time: (job: Job) => number | null;
  action: (job: Job) => ReactNode;
}

/** The columns of every table of jobs, with those of its own kind. */
export function jobColumns<Job extends { time_zone: string }>({
  headers,
  device,
  columns,
  time,
  action,
}: JobColumns<Job>): Column<Job>[] {
  return [
    { id: 'device', header: headers.device, minWidth: 150, grow: 2, cell: device },
    ...columns,
    {
      id: 'time',
      header: headers.time,
      width: 120,
      hideBelow: 760,
      cell: (job) => <RelativeTime time={time(job)} zone={job.time_zone} />,
    },
    { id: 'action', header: headers.action, width: 124, align: 'end', cell: action },
  ];
}

/** The state of a job, and small below it the reason. */
export function JobState({ tone, state, reason }: { tone: Tone; state: string; reason: string }) {
  return (
    <span className={styles.stateLines}>
      <StatusBadge tone={tone} variant="plain">
        {state}
      </StatusBadge>
      {reason && (
        <span className={styles.reason} title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}

/** A job on a phone. */
export function JobCard({
  job,
  action,
  children,
}: {
  job: { devid: string; devname: string };
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.lines}>
      <strong>{job.devname || job.devid}</strong>
      <span>{action}</span>
      <div className={styles.wide}>{children}</div>
    </div>
  );
}
