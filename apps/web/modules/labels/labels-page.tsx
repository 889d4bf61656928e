import { findLabels } from '@voltloop/contract/calls/battery-codes.ts';
import { useDeferredValue, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { PageHeader } from '../../ui/index.ts';
import { notifyError } from '../../ui/toast/notify-error.ts';
import { CodesCard } from './codes-card.tsx';
import styles from './labels.module.css';
import { addCodes, useLabelCodes, useLabelSettings } from './labels-state.ts';
import { PreviewCard } from './preview-card.tsx';
import { PrintSheets } from './print-sheets.tsx';
import { readCodes } from './read-codes.ts';
import { SettingsCard } from './settings-card.tsx';
import { useLabels } from './use-labels.ts';

/** Prints labels of battery codes at their real size. */
export default function LabelsPage() {
  const { t } = useTranslation('labels');
  const settings = useLabelSettings();
  const text = useLabelCodes((state) => state.text);
  const read = useMemo(() => readCodes(text), [text]);
  const codes = useDeferredValue(read.codes);
  const labels = useLabels(codes, settings);
  useCodesFromUrl();
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} />
      <div className={styles.page}>
        <div className={styles.side}>
          <CodesCard text={text} read={read} known={labels.known} />
          <SettingsCard settings={settings} />
        </div>
        <PreviewCard labels={labels} settings={settings} />
      </div>
      <PrintSheets ready={labels.ready} settings={settings} />
    </>
  );
}

/** Adds the codes of batteries in the URL to the list, and removes them from the URL. */
function useCodesFromUrl(): void {
  const [params, setParams] = useSearchParams();
  const [ids, codes] = [params.get('ids'), params.get('codes')];
  useEffect(() => {
    if (!ids && !codes) return;
    setParams({}, { replace: true });
    if (codes) addCodes(codes.split(','));
    if (ids)
      call(findLabels, { body: { ids: ids.split(','), codes: [] } }).then(
        (rows) => addCodes(rows.map((row) => row.batteryCode)),
        notifyError,
      );
  }, [ids, codes, setParams]);
}
