import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Thing } from '@voltloop/contract';
import { batchData } from '@voltloop/contract/calls/telemetry.ts';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useAccount } from '../../context/use-account.ts';
import { Card, EmptyState, RelativeTime, useFormat } from '../../ui/index.ts';
import { SearchField } from '../../ui/list/search-field.tsx';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { copyText } from '../../ui/text/copy-text.ts';
import { toast } from '../../ui/toast/toast.ts';
import { type Dictionary, useDictionary } from '../telemetry/index.ts';
import styles from './history-tab.module.css';
import { lastData } from './queries.ts';
import { matching, type ValueRow, valueRows } from './value-rows.ts';

const sides = ['latest', 'first'] as const;

/** Every point with its newest value, live; or the device's first report. */
export default function ValuesTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('values');
  const { number, date } = useFormat();
  const { tenantId } = useAccount();
  const [params, setParams] = useSearchParams();
  const side = params.get('of') === 'first' ? 'first' : 'latest';
  const [search, setSearch] = useState('');
  const dictionary = useDictionary(thing.info_model_id);
  const last = useQuery({ ...lastData(thing.devid), enabled: side === 'latest' });
  const first = useQuery({
    queryKey: ['thing-first', thing.devid],
    enabled: side === 'first',
    staleTime: 3_600_000,
    queryFn: async ({ signal }) => {
      const [row] = await call(batchData, {
        params: { tenantId, infoModelId: thing.info_model_id },
        query: { thirdThingsIds: thing.devid, topN: 1, order: 'asc' },
        signal,
      });
      return row ?? null;
    },
  });
  const query = side === 'latest' ? last : first;
  const rows = useMemo(() => {
    const fields =
      side === 'latest'
        ? (last.data?.fields ?? {})
        : Object.fromEntries(
            Object.entries(first.data?.fields ?? {}).map(([wire, value]) => [
              wire,
              { value, time: first.data?.time ?? 0 },
            ]),
          );
    return valueRows(fields, dictionary, (prefix, group) => groupName(t, dictionary, prefix, group));
  }, [side, last.data, first.data, dictionary, t]);
  const shown = useMemo(() => matching(rows, search), [rows, search]);

  const columns = useMemo<Column<ValueRow>[]>(
    () => [
      {
        id: 'label',
        header: t('column.point'),
        value: (row) => row.label,
        sortable: true,
        minWidth: 132,
        cell: (row) => <span className={styles.point}>{row.label}</span>,
      },
      {
        id: 'wire',
        header: t('column.key'),
        value: (row) => row.wire,
        sortable: true,
        width: 160,
        hideBelow: 760,
      },
      {
        id: 'group',
        header: t('column.group'),
        value: (row) => row.group,
        sortable: true,
        width: 190,
        hideBelow: 900,
      },
      {
        id: 'value',
        header: t('column.value'),
        align: 'end',
        width: 148,
        cell: (row) => (
          <>
            {row.text} <span className={styles.unit}>{row.unit}</span>
          </>
        ),
      },
      {
        id: 'time',
        header: t('column.time'),
        value: (row) => row.time,
        sortable: true,
        sortDescFirst: true,
        align: 'end',
        width: 180,
        hideBelow: 560,
        cell: (row) =>
          side === 'latest' ? (
            <RelativeTime time={row.time} zone={thing.time_zone} />
          ) : (
            date(row.time, 'dateTimeSeconds', thing.time_zone)
          ),
      },
      {
        id: 'copy',
        header: t('copy'),
        chrome: true,
        width: 48,
        align: 'center',
        cell: (row, { active }) => (
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={active ? 0 : -1}
            aria-label={t('copyOf', { point: row.label })}
            onClick={() =>
              void copy(`${row.wire}\t${row.raw}\t${row.unit}\t${new Date(row.time).toISOString()}`)
            }
          >
            <IconCopy size={15} stroke={1.7} />
          </ActionIcon>
        ),
      },
    ],
    [t, side, thing.time_zone, date],
  );

  return (
    <Card
      title={t(side)}
      description={
        side === 'first' && first.data
          ? t('firstHint', {
              time: date(first.data.time, 'dateTimeSeconds', thing.time_zone),
              zone: thing.time_zone,
            })
          : t(`${side}Text`)
      }
      padding="flush"
    >
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('which')}
          value={side}
          onChange={(next) =>
            setParams(
              (now) => {
                const changed = new URLSearchParams(now);
                if (next === 'first') changed.set('of', 'first');
                else changed.delete('of');
                return changed;
              },
              { replace: true, preventScrollReset: true },
            )
          }
          data={sides.map((each) => ({ value: each, label: t(each) }))}
        />
        <SearchField label={t('search')} value={search} onChange={setSearch} />
      </div>
      <DataTable<ValueRow>
        label={t(side)}
        columns={columns}
        // Without the dictionary, values would have keys for names.
        rows={dictionary.ready ? shown : []}
        keyOf={(row) => row.wire}
        loading={query.isPending || !dictionary.ready}
        error={(query.data === undefined ? query.error : null) ?? dictionary.error}
        onRetry={() => {
          if (query.error) void query.refetch();
          if (dictionary.error) dictionary.refetch();
        }}
        rowHeight={36}
        maxHeight="max(320px, calc(100dvh - 400px))"
        empty={<EmptyState compact title={t(search ? 'noMatch' : 'none')} />}
        footer={<span role="status">{t('count', { count: shown.length, n: number(shown.length) })}</span>}
      />
    </Card>
  );
}

function groupName(
  t: (key: string) => string,
  dictionary: Dictionary,
  prefix: string,
  group: string,
): string {
  const kind = t(`prefix.${prefix}`);
  const name = dictionary.groupLabel(groupLabels[group], group);
  return name === kind ? kind : `${kind} · ${name}`;
}

async function copy(text: string): Promise<void> {
  if (await copyText(text)) toast.success({ ns: 'values', key: 'copied' });
  else toast.warning({ ns: 'values', key: 'notCopied' });
}
