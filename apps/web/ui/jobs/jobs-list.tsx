import { IconChevronRight } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card, type CardProps } from '../card.tsx';
import { QueryState } from '../states/query-state.tsx';
import { EmptyState } from '../states/states.tsx';
import { FixedPager } from '../table/pager.tsx';
import { RelativeTime } from '../time/relative-time.tsx';
import styles from './jobs.module.css';

/** A batch or campaign in a list of them. */
interface ManyJobs {
  id: string;
  name: string;
  created_by: string | null;
  created_at: number;
}

interface JobsListProps<Many> {
  heading: Pick<CardProps, 'title' | 'description' | 'tools'>;
  found: UseQueryResult<{ list: Many[]; total: number }>;
  /** From 1. */
  page: number;
  size: number;
  onPage: (page: number) => void;
  onOpen: (id: string) => void;
  empty: { title: string; text: string };
  badge?: (many: Many) => ReactNode;
  /** Facts beside the name, before its maker and time. */
  facts: (many: Many) => readonly (string | false | null)[];
  /** Its progress and buttons. */
  children: (many: Many) => ReactNode;
}

/** Batches or campaigns, newest first, live: each with its progress and buttons. */
export function JobsList<Many extends ManyJobs>({
  heading,
  found,
  page,
  size,
  onPage,
  onOpen,
  empty,
  badge,
  facts,
  children,
}: JobsListProps<Many>) {
  return (
    <Card {...heading} padding="flush">
      <QueryState of={found} rows={2}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState compact {...empty} />
          ) : (
            <ul className={styles.list}>
              {list.map((many) => (
                <li key={many.id}>
                  <div className={styles.head}>
                    <button type="button" className={styles.name} onClick={() => onOpen(many.id)}>
                      {many.name}
                      <IconChevronRight size={15} stroke={2} aria-hidden="true" />
                    </button>
                    {badge?.(many)}
                    <span className={styles.facts}>
                      {[...facts(many), many.created_by].filter(Boolean).join(' · ')}
                      {' · '}
                      <RelativeTime time={many.created_at} />
                    </span>
                  </div>
                  {children(many)}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <div className={styles.pager}>
        <FixedPager total={found.data?.total ?? 0} page={page} size={size} onPage={onPage} />
      </div>
    </Card>
  );
}
