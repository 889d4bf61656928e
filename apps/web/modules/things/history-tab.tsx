import { Button, NativeSelect } from '@mantine/core';
import { IconDownload, IconTableExport } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { HistoryRow, Thing } from '@voltloop/contract';
import { exportHistory } from '@voltloop/contract/calls/telemetry.ts';
import { clocksChange } from '@voltloop/domain/clock/clock-change.ts';
import { offsetText } from '@voltloop/domain/clock/clock-time.ts';
import { rangeAround, type TimeRange, zoneOffset_ms } from '@voltloop/domain/clock/zone-time.ts';
import { groupLabels } from '@voltloop/protocol/he-bat/groups.ts';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { useInAddress, useRangeInAddress } from '../../ui/address/use-in-address.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { DownloadProgress } from '../../ui/download/download-progress.tsx';
import { useStreamDownload } from '../../ui/download/use-stream-download.ts';
import { Card, EmptyState, RangePicker, SkeletonChart, useFormat } from '../../ui/index.ts';
import { queryProps } from '../../ui/list/table-props.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import { loadDoubtfulCard } from '../energy/index.ts';
import {
  type Dictionary,
  type HistoryGroup,
  historyColumns,
  historyGroups,
  packsIn,
  type ThingOfModel,
  useDictionary,
} from '../telemetry/index.ts';
import styles from './history-tab.module.css';
import { HISTORY_ROWS, readHistory } from './queries.ts';

const HistoryChart = lazy(() => import('./history-chart.tsx'));
const DoubtfulCard = lazy(async () => ({
  default: (await loadDoubtfulCard()).DoubtfulCard,
}));
const ExportDialog = lazy(() => import('./export-dialog.tsx'));

const NO_ROWS: readonly HistoryRow[] = [];
const FIRST_GROUP = 'M:battery';
const RANGE_KINDS = ['day', 'week', 'month', 'custom'] as const;

/** Reports of the device by row, newest first; the same range can be exported as a file. */
export default function HistoryTab({ thing }: { thing: Thing }) {
  const { t } = useTranslation('things');
  const { tenantId } = useAccount();
  const of: ThingOfModel = { tenantId, devid: thing.devid, infoModelId: thing.info_model_id };
  const dictionary = useDictionary(thing.info_model_id);
  const groups = useMemo(() => historyGroups(dictionary.points), [dictionary.points]);
  const [groupId, setGroupId] = useInAddress('group');
  const group = groups.find((each) => each.id === (groupId ?? FIRST_GROUP)) ?? groups[0];
  const [range, setRange] = useRangeInAddress('period', {
    zone: thing.time_zone,
    kinds: RANGE_KINDS,
    first: 'day',
  });
  const download = useStreamDownload();
  const [exporting, setExporting] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  if (exporting && !wasOpened) setWasOpened(true);

  const counts = dictionary.points.some(({ key, kind }) => kind === 'counter' && group?.keys.includes(key));

  return (
    <div className={styles.stack}>
      <Card
        title={t('history.title')}
        description={t('history.hint', { zone: thing.time_zone })}
        padding="flush"
      >
        <div className={styles.bar}>
          <NativeSelect
            aria-label={t('history.group')}
            size="xs"
            value={group?.id ?? ''}
            onChange={({ currentTarget: { value } }) => setGroupId(value === FIRST_GROUP ? null : value)}
            data={groups.map((each) => ({ value: each.id, label: nameOf(each, dictionary, t) }))}
          />
          <RangePicker value={range} onChange={setRange} zone={thing.time_zone} kinds={RANGE_KINDS} />
          <span className={styles.spacer} />
          <ExportButtons of={of} range={range} group={group} />
          <Button
            size="xs"
            variant="default"
            aria-haspopup="dialog"
            leftSection={<IconTableExport size={14} aria-hidden="true" />}
            onClick={() => setExporting(true)}
          >
            {t('history.more')}
          </Button>
        </div>
        {download.bytes !== null && !exporting && (
          <div className={styles.bar}>
            <DownloadProgress download={download} />
          </div>
        )}
        {wasOpened && (
          <Suspense>
            <ExportDialog
              thing={thing}
              opened={exporting}
              onClose={() => setExporting(false)}
              range={range}
              download={download}
            />
          </Suspense>
        )}
        {group && (
          <Rows
            key={`${group.id} ${range.begin_ms} ${range.end_ms}`}
            of={of}
            group={group}
            range={range}
            zone={thing.time_zone}
            dictionary={dictionary}
          />
        )}
      </Card>
      {counts && (
        <Suspense fallback={null}>
          <DoubtfulCard devid={thing.devid} dictionary={dictionary} zone={thing.time_zone} range={range} />
        </Suspense>
      )}
    </div>
  );
}

function nameOf(group: HistoryGroup, dictionary: Dictionary, t: (key: string) => string): string {
  const prefix = t(`history.prefix.${group.prefix}`);
  const name = dictionary.groupLabel(groupLabels[group.group], group.group);
  return name === prefix || `${name}s` === prefix ? prefix : `${prefix} · ${name}`;
}

interface RowsProps {
  of: ThingOfModel;
  group: HistoryGroup;
  range: TimeRange;
  zone: string;
  dictionary: Dictionary;
}

function Rows({ of, group, range, zone, dictionary }: RowsProps) {
  const { t } = useTranslation('things');
  const { date } = useFormat();
  const history = useInfiniteQuery({
    queryKey: ['thing-history', of.devid, group.id, range.begin_ms, range.end_ms],
    staleTime: range.end_ms > Date.now() ? 30_000 : 3_600_000,
    placeholderData: keepPreviousData,
    initialPageParam: range.end_ms,
    queryFn: ({ pageParam, signal }) => readHistory(of, group.keys, range.begin_ms, pageParam, signal),
    getNextPageParam: (page: HistoryRow[]) =>
      page.length < HISTORY_ROWS ? undefined : page[page.length - 1]?.time,
  });
  const rows = useMemo(() => history.data?.pages.flat() ?? [], [history.data]);
  const packs = useMemo(() => packsIn(rows), [rows]);
  const [chosenPack, setPack] = useState<number | null>(null);
  const pack = chosenPack ?? packs[0] ?? 1;

  const shifts = useMemo(() => clocksChange(range, zone), [range, zone]);
  const columns = useMemo<Column<HistoryRow>[]>(
    () => [
      {
        id: 'time',
        header: t('history.time'),
        width: shifts ? 220 : 176,
        cell: ({ time }) => (
          <span className={styles.time}>
            {date(time, 'dateTimeSeconds', zone)}
            {/* The hour that is repeated when summer time ends is ambiguous without it. */}
            {shifts &&
              clocksChange(rangeAround('day', time, zone), zone) &&
              ` ${offsetText(zoneOffset_ms(time, zone))}`}
          </span>
        ),
      },
      ...historyColumns(group, rows, pack).map(({ wire, key, cell }): Column<HistoryRow> => {
        const unit = dictionary.unit(key);
        const name = cell ? `${dictionary.shortLabel(key)} ${cell}` : dictionary.shortLabel(key);
        return {
          id: wire,
          header: unit ? `${name} (${unit})` : name,
          align: 'end',
          minWidth: cell ? 132 : 168,
          cell: (row) => dictionary.valueText(key, row.fields[wire]),
        };
      }),
    ],
    [t, date, zone, shifts, group, rows, pack, dictionary],
  );

  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  const onRange = useCallback(
    (_first: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last >= rows.length - 30) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, rows.length],
  );
  const lazy = useMemo(
    () => ({
      total: rows.length + (hasNextPage ? 1 : 0),
      rowAt: (index: number) => rows[index],
      onRange,
    }),
    [rows, hasNextPage, onRange],
  );

  return (
    <>
      {packs.length > 1 && (
        <div className={styles.bar}>
          <NativeSelect
            aria-label={t('history.pack')}
            size="xs"
            value={String(pack)}
            onChange={(event) => setPack(Number(event.currentTarget.value))}
            data={packs.map((no) => ({ value: String(no), label: t('packs.title', { no }) }))}
          />
        </div>
      )}
      <div className={styles.chart}>
        <Suspense fallback={<SkeletonChart height={260} />}>
          <HistoryChart of={of} group={group} pack={pack} range={range} zone={zone} dictionary={dictionary} />
        </Suspense>
      </div>
      <DataTable<HistoryRow>
        label={t('history.title')}
        columns={columns}
        rows={NO_ROWS}
        lazy={lazy}
        keyOf={(row) => String(row.time)}
        {...queryProps(history)}
        rowHeight={36}
        maxHeight="max(320px, calc(100dvh - 420px))"
        empty={<EmptyState compact title={t('history.none')} text={t('history.noneText')} />}
        footer={
          rows.length > 0 && (
            <span role="status">
              {t(hasNextPage ? 'history.loaded' : 'history.all', { count: rows.length })}
            </span>
          )
        }
      />
    </>
  );
}

interface ExportButtonsProps {
  of: ThingOfModel;
  range: TimeRange;
  group: HistoryGroup | undefined;
}

/** The export of the shown range and group, generated by the server. */
function ExportButtons({ of, range, group }: ExportButtonsProps) {
  const { t } = useTranslation('things');
  const { language } = useFormat();
  const [busy, setBusy] = useState<'csv' | 'xlsx' | null>(null);

  const save = async (format: 'csv' | 'xlsx') => {
    setBusy(format);
    try {
      await downloadFile(exportHistory, {
        params: { tenantId: of.tenantId, thingsId: of.devid },
        query: {
          format,
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          data_points: group?.keys.join(',') ?? null,
          language: languageOf(language),
        },
        fallbackName: `${of.devid}.${format}`,
      });
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden="true" />}
          loading={busy === format}
          disabled={busy !== null && busy !== format}
          onClick={() => void save(format)}
        >
          {t(`history.${format}`)}
        </Button>
      ))}
    </>
  );
}
