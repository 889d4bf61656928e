import { useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '@voltloop/contract';
import type { listBindings, Thing } from '@voltloop/contract/calls/things.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, StatusBadge, useFormat } from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import styles from './bindings-tab.module.css';
import { bindings } from './queries.ts';

type Binding = ReplyOf<typeof listBindings>[number];

/** Present and former bindings of the device to accounts. */
export default function BindingsTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { date } = useFormat();
  const { tenantId } = useAccount();
  const rows = useQuery(bindings(tenantId, thing.devid));
  const columns = useMemo<Column<Binding>[]>(
    () => [
      { id: 'user', header: t('bindings.account'), value: (row) => row.user_name, sortable: true },
      {
        id: 'state',
        header: t('bindings.state'),
        width: 130,
        cell: (row) => <BindingState binding={row} />,
      },
      {
        id: 'since',
        header: t('bindings.since'),
        width: 170,
        sortable: true,
        sortDescFirst: true,
        value: (row) => row.since,
        cell: (row) => date(row.since, 'dateTime', thing.time_zone),
      },
      {
        id: 'until',
        header: t('bindings.until'),
        width: 170,
        sortable: true,
        value: (row) => row.until,
        cell: (row) => date(row.until, 'dateTime', thing.time_zone),
      },
      { id: 'by', header: t('bindings.boundBy'), hideBelow: 760, value: (row) => row.bound_by },
      { id: 'endedBy', header: t('bindings.unboundBy'), hideBelow: 900, value: (row) => row.unbound_by },
    ],
    [t, date, thing.time_zone],
  );
  return (
    <Card
      title={t('bindings.title')}
      description={t('bindings.hint', { zone: thing.time_zone })}
      padding="flush"
    >
      <DataTable<Binding>
        label={t('bindings.title')}
        columns={columns}
        rows={rows.data ?? []}
        keyOf={(row) => `${row.account_id}-${row.since}`}
        {...queryProps(rows)}
        card={(row) => <BindingCard binding={row} zone={thing.time_zone} />}
        cardHeight={84}
        empty={<EmptyState compact title={t('bindings.none')} text={t('bindings.noneText')} />}
      />
    </Card>
  );
}

function BindingState({ binding }: { binding: Binding }) {
  const { t } = useTranslation('things');
  const present = binding.until === null;
  return (
    <StatusBadge tone={present ? 'ok' : 'neutral'} variant="plain">
      {t(present ? 'bindings.present' : 'bindings.past')}
    </StatusBadge>
  );
}

/** A binding on a phone: account and state, then begin, end and who made it. */
function BindingCard({ binding, zone }: { binding: Binding; zone: string }) {
  const { t } = useTranslation('things');
  const { date } = useFormat();
  const line = (...parts: (string | null)[]) => parts.filter(Boolean).join(' · ');
  return (
    <div className={styles.card}>
      <strong>{binding.user_name}</strong>
      <BindingState binding={binding} />
      <span>
        {line(
          `${t('bindings.since')} ${date(binding.since, 'dateTime', zone)}`,
          binding.bound_by && `${t('bindings.boundBy')} ${binding.bound_by}`,
        )}
      </span>
      {binding.until !== null && (
        <span>
          {line(
            `${t('bindings.until')} ${date(binding.until, 'dateTime', zone)}`,
            binding.unbound_by && `${t('bindings.unboundBy')} ${binding.unbound_by}`,
          )}
        </span>
      )}
    </div>
  );
}
