import { Button, FileInput, Group, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { exportReports, readResults } from '@voltloop/contract/calls/reporting.ts';
import { optionLists } from '@voltloop/domain/options/index.ts';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../api/upload.ts';
import { downloadFile } from '../../ui/download/download-file.ts';
import { Dialog, ErrorWords, Failure } from '../../ui/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useListLanguage } from './badges.tsx';
import { deskCounts, REPORTS } from './queries.ts';
import styles from './reporting.module.css';
import { useWrongWords } from './words.ts';

/** Upload by hand: exports the pending records, and imports the platform's result file. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['reporting', 'ui']);
  const of = useListLanguage();
  const client = useQueryClient();
  const words = useContext(ErrorWords);
  const wrong = useWrongWords();
  const { data } = useQuery(deskCounts);
  const [type, setType] = useState('8');
  const [enterprise, setEnterprise] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const enterprises = data?.enterprises ?? [];
  const enterpriseId = enterprise || (enterprises[0]?.id ?? '');
  const download = (format: 'xlsx' | 'json') =>
    downloadFile(exportReports, {
      query: { type: Number(type), enterpriseId, format, language: of },
      fallbackName: `reports.${format}`,
    });
  const read = async () => {
    if (!file) return;
    setBusy(true);
    setFailure('');
    try {
      const { taken, refused } = await upload(readResults, file);
      if (taken > 0)
        toast.success({ ns: 'reporting', key: 'upload.taken', values: { count: String(taken) } });
      const [first] = refused;
      if (first) setFailure(t('upload.refused', { count: refused.length, why: wrong(first.key) }));
      setFile(null);
    } catch (error) {
      setFailure(words(error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: REPORTS });
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t('upload.title')}>
      <div className={styles.form}>
        <p className={styles.quiet}>{t('upload.text')}</p>
        <NativeSelect
          label={t('filter.type')}
          value={type}
          data={optionLists.reportedType.options.map((each) => ({
            value: String(each.value),
            label: each[of],
          }))}
          onChange={(event) => setType(event.currentTarget.value)}
          data-autofocus
        />
        <NativeSelect
          label={t('filter.enterprise')}
          value={enterpriseId}
          data={enterprises.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setEnterprise(event.currentTarget.value)}
        />
        <Group gap="xs">
          {(['xlsx', 'json'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              disabled={enterpriseId === ''}
              onClick={() => void download(format)}
            >
              {t('upload.take', { format: format === 'xlsx' ? 'Excel' : 'JSON' })}
            </Button>
          ))}
        </Group>
        <FileInput
          label={t('upload.file')}
          description={t('upload.fileHint')}
          accept=".xlsx,.json"
          value={file}
          onChange={setFile}
          clearable
          clearButtonProps={{ 'aria-label': t('upload.clear') }}
        />
        <Failure text={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('close', { ns: 'ui' })}
          </Button>
          <Button loading={busy} disabled={!file} onClick={() => void read()}>
            {t('upload.read')}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}
