import { Button, NativeSelect, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconHistory, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportLog, type LogRow } from '@voltloop/contract/calls/log.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { sayAction, sayObjectType } from '@voltloop/resources/action-words.ts';
import { Card, EmptyState, NO_VALUE, NoPermission, PageHeader, useFormat } from '@voltloop/ui';
import { type Column, DataTable } from '@voltloop/ui/data-table.tsx';
import { Pager } from '@voltloop/ui/pager.tsx';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ApiError, isRefused } from '../../../api/errors.ts';
import { downloadFile } from '../../../shell/download-file.ts';
import { ExportMenu } from '../../../shell/list/export-menu.tsx';
import { ListBar, ListTools } from '../../../shell/list/list-bar.tsx';
import { lookProps, queryProps } from '../../../shell/list/table-props.ts';
import { useTableView } from '../../../shell/list/use-table-view.ts';
import { useRight } from '../../../shell/rights.ts';
import { useNow } from '../../../shell/use-now.ts';
import { ChainDialog, ChainEnd } from './chain-dialog.tsx';
import styles from './log.module.css';
import { LogDrawer } from './log-drawer.tsx';
import {
  defaultView,
  filterOf,
  type LogSpan,
  type LogView,
  logSpans,
  SIZES,
  viewFromUrl,
  viewToUrl,
} from './log-url.ts';
import { ObjectTitle } from './object-title.tsx';
import { facets, logPage } from './queries.ts';
import { Result } from './result.tsx';

/** The audit trail of the tenant: who did what, when and from where, and whether any of it was changed since. */
export default function LogPage() {
  const { t } = useTranslation('log');
  const format = useFormat();
  const language = format.language.startsWith('zh') ? 'zh' : 'en';
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const view = useMemo(() => viewFromUrl(new URLSearchParams(query)), [query]);
  const show = (next: Partial<LogView>) =>
    setParams((now) => viewToUrl({ ...viewFromUrl(now), page: 1, ...next }, now), {
      replace: true,
      preventScrollReset: true,
    });
  const row = Number(params.get('row'));
  const open = (seq: number | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (seq) next.set('row', String(seq));
        else next.delete('row');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const [checking, setChecking] = useState(false);
  const mayExport = useRight(rights.log.export);
  const mayCheck = useRight(rights.log.check);

  // Days are cut as times are shown: in the reader's zone.
  const zone = format.zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now_ms = useNow(60_000);
  const filter = useMemo(() => filterOf(view, now_ms, zone), [view, now_ms, zone]);
  const page = useQuery(logPage(view, filter));
  const known = useQuery(facets).data;
  const columns = useColumns(language);
  const table = useTableView<LogRow>('log', columns);
  const choices = useMemo(() => {
    const named = (values: readonly string[] = [], say: (value: string) => string = (value) => value) =>
      values
        .map((value) => ({ value, label: say(value) }))
        .sort((a, b) => a.label.localeCompare(b.label, language === 'zh' ? 'zh-CN' : 'en'));
    return {
      users: named(known?.users),
      actions: named(known?.actions, (action) => sayAction(action, language)),
      types: named(known?.objectTypes, (type) => sayObjectType(type, language)),
    };
  }, [known, language]);

  if (isRefused(page.error)) return <NoPermission />;
  const total = page.data?.total ?? 0;
  const filtered = JSON.stringify(filter) !== '{}';
  const chips = [
    ...(view.object
      ? [
          {
            id: 'object',
            text: t('filter.object', { value: view.object }),
            onRemove: () => show({ object: null }),
          },
        ]
      : []),
  ];

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description')}
        tools={
          mayCheck && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconLink size={16} stroke={1.8} />}
              onClick={() => setChecking(true)}
            >
              {t('chain.button')}
            </Button>
          )
        }
      />
      <Card padding="flush">
        <ListBar
          className={styles.bar}
          search={{ label: t('search'), value: view.search, onChange: (search) => show({ search }) }}
          tools={
            <ListTools screen="log" columns={columns} table={table}>
              {mayExport && (
                <ExportMenu
                  disabled={total === 0}
                  onExport={(fileFormat) =>
                    downloadFile(exportLog, {
                      query: { ...filter, order: view.order, format: fileFormat, language },
                      fallbackName: `log.${fileFormat}`,
                    })
                  }
                />
              )}
            </ListTools>
          }
          chips={{ filters: chips, onClear: () => show({ object: null }) }}
        >
          <NativeSelect
            size="xs"
            aria-label={t('filter.span')}
            value={view.span ?? ''}
            onChange={(event) => show({ span: (event.currentTarget.value || null) as LogSpan | null })}
            data={[
              { value: '', label: t('filter.anyTime') },
              ...[...Object.keys(logSpans), 'days'].map((span) => ({
                value: span,
                label: t(`span.${span}`),
              })),
            ]}
          />
          {view.span === 'days' && (
            <span className={styles.days}>
              <input
                type="date"
                className={styles.date}
                aria-label={t('filter.from')}
                value={view.from}
                max={view.to || undefined}
                onChange={(event) => show({ from: event.currentTarget.value })}
              />
              <span aria-hidden="true">–</span>
              <input
                type="date"
                className={styles.date}
                aria-label={t('filter.to')}
                value={view.to}
                min={view.from || undefined}
                onChange={(event) => show({ to: event.currentTarget.value })}
              />
            </span>
          )}
          <Choice
            label={t('column.user')}
            value={view.user}
            data={choices.users}
            onChange={(user) => show({ user })}
          />
          <Choice
            label={t('column.action')}
            value={view.action}
            data={choices.actions}
            onChange={(action) => show({ action })}
          />
          <Choice
            label={t('column.object')}
            value={view.type}
            data={choices.types}
            onChange={(type) => show({ type })}
          />
          <AddressField value={view.ip} onChange={(ip) => show({ ip })} error={page.error} />
          <NativeSelect
            size="xs"
            aria-label={t('column.result')}
            value={view.result ?? ''}
            onChange={(event) => show({ result: (event.currentTarget.value || null) as LogView['result'] })}
            data={[
              { value: '', label: t('filter.anyResult') },
              { value: 'ok', label: t('result.ok') },
              { value: 'refused', label: t('result.refused') },
            ]}
          />
        </ListBar>
        <DataTable<LogRow>
          label={t('title')}
          columns={columns}
          {...lookProps(table)}
          rows={page.data?.list ?? []}
          keyOf={(each) => String(each.seq)}
          sort={{ id: 'time', desc: view.order === 'desc' }}
          onSortChange={(sort) => show({ order: sort && !sort.desc ? 'asc' : 'desc' })}
          onOpen={(each) => open(each.seq)}
          {...queryProps(page)}
          card={(each) => <LogCard row={each} language={language} />}
          cardHeight={92}
          empty={
            <EmptyState
              icon={<IconHistory size={22} stroke={1.6} />}
              title={t(filtered ? 'noMatch' : 'none')}
              text={t(filtered ? 'noMatchText' : 'noneText')}
              action={
                filtered && (
                  <Button variant="default" size="xs" onClick={() => show(defaultView)}>
                    {t('filter.clear')}
                  </Button>
                )
              }
            />
          }
          footer={
            total > SIZES[0] && (
              <Pager
                page={view.page}
                size={view.size}
                sizes={SIZES}
                total={total}
                onChange={({ page: next, size }) => show({ page: next, size })}
              />
            )
          }
        />
      </Card>
      <ChainEnd />
      <ChainDialog
        opened={checking}
        onClose={() => setChecking(false)}
        onRow={(seq) => {
          setChecking(false);
          open(seq);
        }}
      />
      <LogDrawer
        seq={row > 0 ? row : null}
        onClose={() => open(null)}
        onObject={(type, object) =>
          setParams(viewToUrl({ ...defaultView, type, object }), { preventScrollReset: true })
        }
      />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string | null;
  data: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
}

function Choice({ label, value, data, onChange }: ChoiceProps) {
  // A value of the address that nothing knows is still shown, so that it can be taken away.
  const all =
    value === null || data.some((each) => each.value === value) ? data : [...data, { value, label: value }];
  return (
    <Select
      size="xs"
      className={styles.choice}
      aria-label={label}
      placeholder={label}
      value={value}
      data={[...all]}
      searchable
      clearable
      limit={200}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      onChange={onChange}
    />
  );
}

function AddressField({
  value,
  onChange,
  error,
}: {
  value: string;
  onChange: (ip: string) => void;
  error: unknown;
}) {
  const { t } = useTranslation('log');
  const [text, setText] = useState(value);
  const send = useDebouncedCallback(onChange, 400);
  useEffect(() => setText(value), [value]);
  const wrong = error instanceof ApiError && error.fields.some((field) => field.key === 'log.ip');
  return (
    <TextInput
      size="xs"
      className={styles.address}
      aria-label={t('column.ip')}
      placeholder={t('column.ip')}
      title={t('filter.ipHint')}
      value={text}
      maxLength={50}
      error={wrong}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value.trim());
      }}
    />
  );
}

function useColumns(language: 'en' | 'zh'): Column<LogRow>[] {
  const { t } = useTranslation('log');
  const format = useFormat();
  return useMemo<Column<LogRow>[]>(
    () => [
      {
        id: 'time',
        header: t('column.time'),
        width: 176,
        sortable: true,
        sortDescFirst: true,
        cell: (row) => <span className={styles.time}>{format.date(row.time, 'dateTimeSeconds')}</span>,
      },
      {
        id: 'user',
        header: t('column.user'),
        minWidth: 110,
        grow: 1,
        value: (row) => row.user ?? t('nobody'),
      },
      {
        id: 'action',
        header: t('column.action'),
        minWidth: 150,
        grow: 2,
        essential: true,
        cell: (row) => (
          <span className={styles.main} title={row.action}>
            {sayAction(row.action, language)}
          </span>
        ),
      },
      {
        id: 'object',
        header: t('column.object'),
        minWidth: 96,
        grow: 1,
        value: (row) => (row.objectType === null ? NO_VALUE : sayObjectType(row.objectType, language)),
      },
      {
        id: 'title',
        header: t('column.title'),
        minWidth: 170,
        grow: 2,
        hideBelow: 900,
        cell: (row) => <ObjectTitle row={row} />,
      },
      { id: 'ip', header: t('column.ip'), width: 130, hideBelow: 760, value: (row) => row.ip ?? NO_VALUE },
      {
        id: 'result',
        header: t('column.result'),
        width: 104,
        cell: (row) => <Result result={row.result} />,
      },
      {
        id: 'seq',
        header: t('column.seq'),
        width: 96,
        align: 'end',
        optional: true,
        value: (row) => format.number(row.seq),
      },
    ],
    [t, format.language, language],
  );
}

/** A row on a phone. */
function LogCard({ row, language }: { row: LogRow; language: 'en' | 'zh' }) {
  const { t } = useTranslation('log');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <span className={styles.main}>{sayAction(row.action, language)}</span>
      <Result result={row.result} />
      <span className={styles.sub}>{[row.user ?? t('nobody'), row.title].filter(Boolean).join(' · ')}</span>
      <span className={styles.sub}>{row.ip ?? ''}</span>
      <span className={styles.sub}>{format.date(row.time, 'dateTimeSeconds')}</span>
    </div>
  );
}
