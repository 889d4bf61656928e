import { exportComparison } from '@voltloop/contract/calls/telemetry.ts';
import { useTranslation } from 'react-i18next';
import { languageOf } from '../../context/language-of.ts';
import { useAccount } from '../../context/use-account.ts';
import { DownloadProgress } from '../../ui/download/download-progress.tsx';
import { useStreamDownload } from '../../ui/download/use-stream-download.ts';
import { Card, PageHeader, useFormat } from '../../ui/index.ts';
import { ExportMenu } from '../../ui/list/export-menu.tsx';
import { SavedViews } from '../../ui/list/saved-views.tsx';
import styles from './compare/compare.module.css';
import { CompareForm } from './compare/compare-form.tsx';
import { CompareNote } from './compare/compare-note.tsx';
import { CompareResult } from './compare/compare-result.tsx';
import { MAX_COMPARED } from './compare/compare-url.ts';
import { useComparison } from './compare/use-comparison.ts';

/** From this many values on, a file is streamed to disk. */
const LARGE_VALUES = 3_000_000;

/** Chosen points of several devices over a time range: a chart per unit, a table, a file. The URL holds the state. */
export default function ComparePage() {
  const { t } = useTranslation('compare');
  const { language } = useFormat();
  const { tenantId } = useAccount();
  const comparison = useComparison(tenantId);
  const { view, things, missing, modelId, keys, range, cut, lines, values } = comparison;
  const download = useStreamDownload();
  const save = (format: 'csv' | 'xlsx') =>
    download.start(
      exportComparison,
      {
        params: { tenantId, infoModelId: modelId },
        body: {
          things: things.map(({ devid }) => devid),
          data_points: keys,
          begin_time: range.begin_ms,
          end_time: range.end_ms,
          agg_interval: cut,
          agg_type: view.figure,
          format,
          language: languageOf(language),
        },
      },
      {
        fallbackName: `${t('file')}.${format}`,
        large: values > LARGE_VALUES,
      },
    );

  return (
    <div className={styles.page}>
      <PageHeader
        title={t('title')}
        description={t('description', { most: MAX_COMPARED })}
        tools={
          <>
            <SavedViews screen="compare" table={undefined} onOpen={() => {}} />
            <ExportMenu
              hint={t('exportHint')}
              onExport={save}
              disabled={lines.length === 0 || download.bytes !== null}
            />
          </>
        }
      />
      <Card>
        <CompareForm comparison={comparison} />
        <DownloadProgress download={download} />
        {things.length > 0 && view.points.length > 0 && <CompareNote comparison={comparison} />}
        {missing.length > 0 && (
          <p className={styles.warning} role="alert">
            {t('missing', { devids: missing.join(', ') })}
          </p>
        )}
      </Card>
      <CompareResult comparison={comparison} />
    </div>
  );
}
