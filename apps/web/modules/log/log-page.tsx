import { Button } from '@mantine/core';
import { IconHistory, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { exportLog, type LogRow } from '@voltloop/contract/calls/log.ts';
import { logList } from '@voltloop/contract/lists/log.list.ts';
import { rights } from '@voltloop/contract/rights.ts';
import { actionLabel, objectTypeLabel } from '@voltloop/resources/action-words.ts';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { languageOf } from '../../context/language-of.ts';
import { useRight } from '../../context/rights.ts';
import listStyles from '../../ui/dialog/drawer-list.module.css';
import { downloadFile } from '../../ui/download/download-file.ts';
import { EmptyState, localeOf, NO_VALUE, PageHeader, useFormat } from '../../ui/index.ts';
import { DeclaredList } from '../../ui/list/declared-list.tsx';
import { listAddress } from '../../ui/list/list-view.ts';
import { useListPlace } from '../../ui/list/use-list-place.ts';
import { ChainDialog, ChainEnd } from './chain-dialog.tsx';
import styles from './log.module.css';
import { ObjectTitle } from './object-title.tsx';
import { facets, logPage } from './queries.ts';
import { Result } from './result.tsx';

const LogDrawer = lazy(async () => ({ default: (await import('./log-drawer.tsx')).LogDrawer }));

/** The audit trail of the tenant: who did what, when and from where, and whether any row was changed since. */
export default function LogPage() {
  const { t } = useTranslation('log');
  const format = useFormat();
  const language = languageOf(format.language);
  const place = useListPlace(logList);
  const found = useQuery(logPage(place));
  const options = useFacetOptions(language);
  const [params, setParams] = useSearchParams();
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
  const timeOf = ({ time }: LogRow) => format.date(time, 'dateTimeSeconds');

  return (
    <div className={listStyles.page}>
      <DeclaredList
        list={logList}
        place={place}
        label={t('title')}
        found={found}
        keyOf={({ seq }) => String(seq)}
        header={
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
        }
        options={options}
        cells={{
          time: (each) => <span className={styles.time}>{timeOf(each)}</span>,
          action: ({ action }) => (
            <span className={listStyles.main} title={action}>
              {actionLabel(action, language)}
            </span>
          ),
          object: ({ objectType }) =>
            objectType === null ? NO_VALUE : objectTypeLabel(objectType, language),
          title: (each) => <ObjectTitle row={each} />,
          result: ({ result }) => <Result result={result} />,
        }}
        onOpen={({ seq }) => open(seq)}
        card={(each) => (
          <div className={listStyles.card}>
            <span className={listStyles.main}>{actionLabel(each.action, language)}</span>
            <Result result={each.result} />
            <span className={listStyles.sub}>
              {[each.user ?? logList.columns.user.none[language], each.title].filter(Boolean).join(' · ')}
            </span>
            <span className={listStyles.sub}>{each.ip ?? ''}</span>
            <span className={listStyles.sub}>{timeOf(each)}</span>
          </div>
        )}
        cardHeight={92}
        empty={
          <EmptyState icon={<IconHistory size={22} stroke={1.6} />} title={t('none')} text={t('noneText')} />
        }
        download={
          mayExport &&
          (({ columns: _all, ...file }) =>
            downloadFile(exportLog, {
              query: { ...place.wanted, ...file },
              fallbackName: `log.${file.format}`,
            }))
        }
      />
      <ChainEnd />
      <ChainDialog
        opened={checking}
        onClose={() => setChecking(false)}
        onRow={(seq) => {
          setChecking(false);
          open(seq);
        }}
      />
      {row > 0 && (
        <Suspense>
          <LogDrawer
            seq={row}
            onClose={() => open(null)}
            onObject={(type, object) => {
              const { first, toUrl } = listAddress(logList);
              setParams(toUrl({ ...first, type, object }), { preventScrollReset: true });
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The values that occur in the trail, by name. */
function useFacetOptions(language: 'en' | 'zh') {
  const known = useQuery(facets).data;
  return useMemo(() => {
    const named = (values: readonly string[] = [], labelOf = (value: string) => value) =>
      values
        .map((value) => ({ value, label: labelOf(value) }))
        .sort((a, b) => a.label.localeCompare(b.label, localeOf(language)));
    return {
      user: named(known?.users),
      action: named(known?.actions, (action) => actionLabel(action, language)),
      type: named(known?.objectTypes, (type) => objectTypeLabel(type, language)),
    };
  }, [known, language]);
}
